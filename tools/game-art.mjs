// Draws the pictures of the demo games into public/games: a monogram for each slot of sql/seed/20_demo.sql
// and 30_laos.sql, and four backgrounds. Run it with `node tools/game-art.mjs`.
import { mkdirSync, writeFileSync } from 'node:fs';

const OUT = 'public/games';
/** For each game, the two letters of its monogram and its background colour. */
const logos = {
  joker2: ['JK', '#6b3fa0'],
  pg: ['PG', '#c2462c'],
  pgslot: ['PS', '#a8324a'],
  askmebet: ['AM', '#1d6f8a'],
  betflix: ['BF', '#8f1f2f'],
  imi: ['IM', '#2f5fb3'],
  usun: ['US', '#b8641b'],
  areaslot: ['AR', '#3c7a3f'],
  circus: ['CI', '#b23a78'],
  slotracha: ['SR', '#7a5a1e'],
  slotweb: ['SW', '#47528f'],
  ufabet: ['UF', '#1f4f3a'],
  huayhd: ['HD', '#8a4b9c'],
  lottoth: ['TH', '#245f9e'],
  huaylao: ['HL', '#9e3a24'],
};

const round = (n) => Number(n.toFixed(1));
const svg = (width, height, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;

function logo([letters, colour]) {
  const text = `<text x="36" y="46" font-family="system-ui, sans-serif" font-size="28" font-weight="700" text-anchor="middle" fill="#fffdf3">${letters}</text>`;
  return svg(72, 72, `<rect width="72" height="72" fill="${colour}"/>${text}`);
}

/** Draws rows of rings that overlap like scales, with a fish in front. */
function scales() {
  let rings = '';
  for (let row = 0; row < 6; row++)
    for (let i = 0; i < 11; i++)
      rings += `<circle cx="${i * 36 + (row % 2) * 18}" cy="${row * 30 + 6}" r="20"/>`;
  const fish =
    '<path d="M86 80c34-42 86-44 124-4 8 8 8 8 0 16-38 38-90 34-124-12Z" fill="#fdf4df"/><path d="M212 80l34-34q-6 34 0 68Z" fill="#df4b26"/><path d="M150 50q20 30 0 62q-18-32 0-62Z" fill="#df4b26"/><circle cx="114" cy="76" r="6" fill="#0d2a1e"/>';
  return `<rect width="340" height="160" fill="#ee8a40"/><g fill="none" stroke="#f6b97f" stroke-width="5">${rings}</g>${fish}`;
}

/** Draws fruit on a violet background. */
function fruit() {
  const leaf = '<path d="M190 34q26-20 44-6q-20 18-44 6Z" fill="#8fc79a"/>';
  const orange =
    '<circle cx="186" cy="84" r="44" fill="#f08a5d"/><circle cx="172" cy="70" r="10" fill="#f7b48f"/>';
  const coconut =
    '<circle cx="82" cy="104" r="40" fill="#f1e4c6"/><circle cx="82" cy="104" r="24" fill="#fffdf3"/>';
  const lime =
    '<rect x="238" y="86" width="76" height="52" rx="26" fill="#cfe6c8"/><rect x="252" y="98" width="48" height="28" rx="14" fill="#fbfff4"/>';
  return `<rect width="340" height="160" fill="#8277c4"/><path d="M0 130q85-30 170 0t170 0v30H0Z" fill="#6c61b0"/>${coconut}${orange}${leaf}${lime}`;
}

/** Draws a field with a ball at night. */
function field() {
  let stripes = '';
  for (let i = 0; i < 5; i++)
    stripes += `<path d="M${i * 80 - 60} 160L${i * 56 + 20} 60h28L${i * 80 - 20} 160Z"/>`;
  const spots = [0, 72, 144, 216, 288].map((turn) => {
    const at = ((turn - 90) * Math.PI) / 180;
    return `<circle cx="${round(236 + 26 * Math.cos(at))}" cy="${round(84 + 26 * Math.sin(at))}" r="8"/>`;
  });
  return `<rect width="340" height="160" fill="#234a7d"/><rect y="60" width="340" height="100" fill="#3f8f5a"/><g fill="#4ea06a">${stripes}</g><circle cx="236" cy="84" r="44" fill="#fdf8ea"/><g fill="#1d3350"><circle cx="236" cy="84" r="11"/>${spots.join('')}</g><g fill="#f7d774"><circle cx="40" cy="24" r="8"/><circle cx="72" cy="24" r="8"/><circle cx="104" cy="24" r="8"/></g>`;
}

/** Draws basil leaves and coins. */
function leaves() {
  let out = '';
  for (let i = 0; i < 7; i++) {
    const [x, y] = [26 + i * 48, i % 2 ? 52 : 104];
    out += `<g transform="translate(${x} ${y}) rotate(${i * 47})"><path d="M0-34Q26-8 0 34Q-26-8 0-34Z" fill="${i % 3 ? '#2f8159' : '#57a878'}"/><path d="M0-24V26" stroke="#d7efd6" stroke-width="2"/></g>`;
  }
  const coin = (x, y, r) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="#f4c145"/><circle cx="${x}" cy="${y}" r="${r - 7}" fill="none" stroke="#a9741a" stroke-width="2.5" stroke-dasharray="6 5" stroke-linecap="round"/>`;
  return `<rect width="340" height="160" fill="#bfe3c4"/>${out}${coin(196, 82, 34)}${coin(252, 108, 24)}`;
}

mkdirSync(OUT, { recursive: true });
for (const [code, drawn] of Object.entries(logos)) writeFileSync(`${OUT}/${code}.svg`, logo(drawn));
for (const [i, background] of [scales, fruit, field, leaves].entries())
  writeFileSync(`${OUT}/bg-${i + 1}.svg`, svg(340, 160, background()));
