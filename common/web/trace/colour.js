/* Colours: the page's own from the style sheet; threads' from scales that colour-blind people can tell apart. */
import { interpolateViridis } from 'd3-scale-chromatic';
import { scaleSequential } from 'd3-scale';

const WARPS = ['#0072b2', '#d55e00', '#009e73', '#b0508a', '#b37400', '#3d8fc4', '#7a5230', '#6a51a3'];
const WARPS_DARK = ['#56a9e0', '#ff8f4a', '#35c79b', '#e495c2', '#e9b44c', '#8fd0f7', '#c79a72', '#ad98e8'];

export const theme = {};
export function readTheme() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ['ink', 'muted', 'line', 'card', 'page', 'accent', 'bad', 'bar', 'bar-strong', 'soft', 'barrier'])
    theme[name] = style.getPropertyValue(`--${name}`).trim();
  theme.dark = matchMedia('(prefers-color-scheme: dark)').matches;
  theme.font = style.getPropertyValue('--sans').trim();
  theme.mono = style.getPropertyValue('--mono').trim();
}

function scale(n) {
  const range = theme.dark ? [0.32, 0.97] : [0, 0.8];
  return scaleSequential([0, Math.max(1, n - 1)], (t) => interpolateViridis(range[0] + t * (range[1] - range[0])));
}

/* by: 'warp' or 'lane' */
export function threadColour(by, thread, threads) {
  if (by === 'lane') return scale(32)(thread & 31);
  const warps = Math.ceil(threads / 32),
    warp = thread >> 5;
  if (warps <= WARPS.length) return (theme.dark ? WARPS_DARK : WARPS)[warp];
  return scale(warps)(warp);
}
