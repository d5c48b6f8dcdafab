/*
 * What Doxygen leaves out for those who use no mouse: search, menu and graphs have names, and what scrolls
 * can be scrolled by keys. Doxygen's scripts make some of these late, so whatever is added is looked at. What is wider
 * than the page shows that it scrolls.
 */
const NAMES = { MSearchField: 'Search', MSearchResults: 'What was found', 'main-menu-state': 'Menu' };
const SCROLLED =
  'pre.fragment, div.fragment, .markdownTable, .markdownTable tbody, div.memproto, div.toc, div.dotgraph, div.center';
function complete() {
  for (const id in NAMES) {
    const element = document.getElementById(id);
    if (element) element.setAttribute('aria-label', NAMES[id]);
  }
  for (const part of document.querySelectorAll(SCROLLED)) part.tabIndex = 0;
  for (const arrow of document.querySelectorAll('#nav-tree a[href^="javascript"]:not([aria-label])'))
    if (!arrow.textContent.trim() || arrow.querySelector('.arrow')) arrow.setAttribute('aria-label', 'Open or close');
  for (const graph of document.querySelectorAll('.dyncontent iframe:not([title])')) graph.title = 'Call graph';
}
/* An edge fades as long as there is more to the right of it. */
function fade(part) {
  const scrolls = /auto|scroll/.test(getComputedStyle(part).overflowX);
  part.classList.toggle('more', scrolls && part.scrollLeft + part.clientWidth < part.scrollWidth - 1);
}
document.addEventListener('DOMContentLoaded', () => {
  complete();
  new ResizeObserver(() => document.querySelectorAll(SCROLLED).forEach(fade)).observe(
    document.querySelector('.contents') ?? document.body,
  );
  document.addEventListener(
    'scroll',
    (e) => e.target !== document && e.target.matches(SCROLLED) && fade(e.target),
    true,
  );
  new MutationObserver(complete).observe(document.body, { childList: true, subtree: true });
});
