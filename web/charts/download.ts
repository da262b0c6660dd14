// A drawing as a file: styles from classes are inlined, so that it looks the same on its own.

import { legendOf, shapeOf } from './legendPicture.ts';

const copiedStyles = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'paint-order',
] as const;

const droppedAttributes = ['class', 'tabindex', 'role', 'aria-label', 'aria-hidden', 'data-mark'];

function inlineStyles(source: Element, copy: Element): void {
  const style = getComputedStyle(source);
  for (const name of copiedStyles) copy.setAttribute(name, style.getPropertyValue(name));
  for (const name of droppedAttributes) copy.removeAttribute(name);
  for (const [i, child] of [...source.children].entries()) {
    const twin = copy.children[i];
    if (twin) inlineStyles(child, twin);
  }
}

const SVG = 'http://www.w3.org/2000/svg';
const TITLE_HEIGHT = 32;

interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** The drawing with its title and legend above it, on the page's background colour. */
function pictureOf(source: SVGSVGElement, title: string): Picture | undefined {
  const copy = source.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return undefined;
  inlineStyles(source, copy);
  const width = source.clientWidth;
  const legend = legendOf(source);
  const above = TITLE_HEIGHT + legend.height;
  const height = source.clientHeight + above;
  copy.setAttribute('xmlns', SVG);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('viewBox', `0 ${-above} ${width} ${height}`);
  const page = getComputedStyle(document.body);
  const back = shapeOf('rect', { y: -above, width, height, fill: backgroundOf(source) });
  const heading = shapeOf('text', {
    x: 8,
    y: 20 - above,
    'font-family': page.fontFamily,
    'font-size': '14px',
    'font-weight': 600,
    fill: page.color,
  });
  heading.textContent = title;
  copy.prepend(back, heading, ...legend.shapes);
  return { svg: new XMLSerializer().serializeToString(copy), width, height };
}

/** The first opaque colour behind the element. */
function backgroundOf(element: Element | null): string {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour !== 'transparent' && colour !== 'rgba(0, 0, 0, 0)') return colour;
  }
  return 'Canvas';
}

async function pngOf({ svg, width, height }: Picture): Promise<Blob | null> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    // Twice the size, so that it stays sharp in a document.
    canvas.width = width * 2;
    canvas.height = height * 2;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } finally {
    URL.revokeObjectURL(url);
  }
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function fileName(title: string): string {
  return (
    title
      .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 80) || 'chart'
  );
}

export async function downloadChart(
  source: SVGSVGElement,
  title: string,
  format: 'svg' | 'png',
): Promise<void> {
  const picture = pictureOf(source, title);
  if (!picture) return;
  if (format === 'svg') {
    save(new Blob([picture.svg], { type: 'image/svg+xml' }), `${fileName(title)}.svg`);
    return;
  }
  const png = await pngOf(picture);
  if (png) save(png, `${fileName(title)}.png`);
}
