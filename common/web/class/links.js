/* Links to a student's pages. */
import { h, pageOf } from '../dom.js';

export const link = (s) => h('a', { href: pageOf('feedback', s.id) }, h('bdi', s.name));
/* Nothing where there is no copy of the code. */
export const codeLink = (s, words) => s.code && h('a.code-link', { href: pageOf('code', s.id) }, words);
