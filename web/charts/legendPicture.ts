// The legend of a drawing, for its file: on the page, the legend is above the drawing and outside of it.

const SVG = 'http://www.w3.org/2000/svg';

export function shapeOf(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const shape = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, String(value));
  return shape;
}

interface Legend {
  /** Positioned relative to the drawing's own corner. */
  readonly shapes: readonly SVGElement[];
  /** The height that the shapes need above the drawing. */
  readonly height: number;
}

/** A patch of colour; for a scale, a gradient over the same opacities as the tiles. */
function patch(element: HTMLElement, box: DOMRect, id: string): readonly SVGElement[] {
  const colour = getComputedStyle(element).backgroundColor;
  const { x, y, width, height } = box;
  const palest = element.style.getPropertyValue('--palest');
  if (palest === '') return [shapeOf('rect', { x, y, width, height, rx: 3, fill: colour })];
  const gradient = shapeOf('linearGradient', { id });
  gradient.append(
    shapeOf('stop', { offset: 0, 'stop-color': colour, 'stop-opacity': palest }),
    shapeOf('stop', { offset: 1, 'stop-color': colour }),
  );
  return [gradient, shapeOf('rect', { x, y, width, height, rx: 3, fill: `url(#${id})` })];
}

/** A text of the page, at its position. */
function words(text: Text, place: (box: DOMRect) => DOMRect): readonly SVGElement[] {
  const parent = text.parentElement;
  if (!parent || text.data.trim() === '') return [];
  const range = document.createRange();
  range.selectNodeContents(text);
  const { x, y, height } = place(range.getBoundingClientRect());
  const { fontFamily, fontSize, color } = getComputedStyle(parent);
  const shape = shapeOf('text', {
    x,
    y: y + height / 2,
    'dominant-baseline': 'central',
    'font-family': fontFamily,
    'font-size': fontSize,
    fill: color,
  });
  shape.textContent = text.data.trim();
  return [shape];
}

/** The title's distance from the edge. */
const INDENT = 8;

export function legendOf(drawing: SVGSVGElement): Legend {
  const legends = [...(drawing.parentElement?.querySelectorAll(':scope > [data-legend]') ?? [])];
  const corner = drawing.getBoundingClientRect();
  const place = ({ x, y, width, height }: DOMRect) =>
    new DOMRect(x - corner.x + INDENT, y - corner.y, width, height);
  const shapes: SVGElement[] = [];
  for (const legend of legends) {
    const walker = document.createTreeWalker(legend, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) shapes.push(...words(node, place));
      else if (node instanceof HTMLElement && node.dataset.tone !== undefined)
        shapes.push(...patch(node, place(node.getBoundingClientRect()), `scale-${shapes.length}`));
    }
  }
  const top = Math.min(0, ...legends.map((legend) => place(legend.getBoundingClientRect()).y));
  return { shapes, height: Math.ceil(-top) };
}
