/* Small things that all drawings share. */
import { theme } from './colour.js';
import { said } from '../said.js';
import { READ, WRITE } from './decode.js';

/* Sizes a canvas to its box, in the screen's own pixels; what it draws with counts in CSS pixels. */
export function prepare(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1;
  const w = Math.round(width * ratio),
    h = Math.round(height * ratio);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.height = `${height}px`;
  }
  const c = canvas.getContext('2d');
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  c.clearRect(0, 0, width, height);
  return c;
}

/* Reads are rings, writes squares, atomics diamonds: told apart without any colour. */
export function glyph(c, kind, x, y, r, colour) {
  c.beginPath();
  if (kind === READ) {
    c.lineWidth = Math.max(1.2, r * 0.42);
    c.strokeStyle = colour;
    c.arc(x, y, r * 0.8, 0, 2 * Math.PI);
    c.stroke();
  } else if (kind === WRITE) {
    c.fillStyle = colour;
    c.rect(x - r * 0.85, y - r * 0.85, 1.7 * r, 1.7 * r);
    c.fill();
  } else {
    c.fillStyle = colour;
    c.moveTo(x, y - r * 1.2);
    c.lineTo(x + r * 1.2, y);
    c.lineTo(x, y + r * 1.2);
    c.lineTo(x - r * 1.2, y);
    c.fill();
  }
}

/* A triangle with a stroke in it: something is wrong here. */
export function warning(c, x, y, r) {
  c.fillStyle = theme.bad;
  c.beginPath();
  c.moveTo(x, y - r);
  c.lineTo(x + r * 1.05, y + r * 0.8);
  c.lineTo(x - r * 1.05, y + r * 0.8);
  c.closePath();
  c.fill();
  c.fillStyle = theme.card;
  c.fillRect(x - r * 0.12, y - r * 0.42, r * 0.24, r * 0.66);
  c.fillRect(x - r * 0.12, y + r * 0.4, r * 0.24, r * 0.22);
}

export function text(
  c,
  words,
  x,
  y,
  { size = 12, colour = theme.ink, align = 'left', mono = false, weight = 400 } = {},
) {
  c.font = `${weight} ${size}px ${mono ? theme.mono : theme.font}`;
  c.fillStyle = colour;
  c.textAlign = align;
  c.textBaseline = 'middle';
  c.fillText(said(words), x, y);
}
