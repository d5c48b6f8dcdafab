/* How Marp renders a deck: CUDA is coloured as C++, pictures come as data, nothing from elsewhere. */
import { readFileSync } from 'node:fs';

const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8');

export default {
  options: { emoji: { shortcode: false, unicode: false }, minifyCSS: false },
  engine: ({ marp }) => {
    marp.themeSet.add(theme);
    marp.highlighter = ((colour) =>
      function (code, lang, ...more) {
        return colour.call(this, code, lang === 'cuda' ? 'cpp' : lang, ...more);
      })(marp.highlighter);
    marp.markdown.validateLink = (address) => !/^\s*(javascript|vbscript):/i.test(address);
    return marp;
  },
};
