import { download } from '../components/download.ts';
import { resolved } from './palette.ts';

const styled = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'fill-opacity',
  'stroke-opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'paint-order',
];

/** Pictures that lie under the drawing, as elements of it. */
function pictures(svg: SVGSVGElement): SVGImageElement[] {
  const origin = svg.getBoundingClientRect();
  const scale = origin.width / svg.viewBox.baseVal.width;
  return [...(svg.parentElement?.querySelectorAll('canvas') ?? [])].map((canvas) => {
    const place = canvas.getBoundingClientRect();
    const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
    image.setAttribute('href', canvas.toDataURL());
    image.setAttribute('x', String((place.left - origin.left) / scale));
    image.setAttribute('y', String((place.top - origin.top) / scale));
    image.setAttribute('width', String(place.width / scale));
    image.setAttribute('height', String(place.height / scale));
    return image;
  });
}

/** The drawing as a file of its own: what the style sheet gives is written into each element. */
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  for (const [index, element] of from.entries()) {
    const target = to[index];
    if (!target) continue;
    const style = getComputedStyle(element);
    for (const name of styled) {
      const value = style.getPropertyValue(name);
      if (value !== '') target.setAttribute(name, value);
    }
    target.removeAttribute('class');
    target.removeAttribute('style');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', resolved('var(--surface)'));
  copy.prepend(ground, ...pictures(svg));
  return new XMLSerializer().serializeToString(copy);
}

export function saveSvg(svg: SVGSVGElement, name: string): void {
  download(`${name}.svg`, svgText(svg), 'image/svg+xml');
}

/** Saves the drawing as a picture of three times its size on screen, sharp enough for print. */
export async function savePng(svg: SVGSVGElement, name: string): Promise<void> {
  const scale = 3;
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob) download(`${name}.png`, blob);
}
