/**
 * @file
 * @brief Markdown of a question as HTML: well-formed, and with nothing in it that leads elsewhere.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const require = createRequire(`${resolve('build/questions-web')}/`);
const markdown = require('markdown-it')({ html: false, xhtmlOut: true });

/* A link to a page of the kit leads nowhere in an LMS or on paper, and its words stay. */
for (const rule of ['link_open', 'link_close', 'image']) markdown.renderer.rules[rule] = () => '';

export const html = (text) => markdown.render(String(text)).trim();
export const inline = (text) => markdown.renderInline(String(text)).trim();
export const escape = (text) => markdown.utils.escapeHtml(String(text));
