import { $, bet, enter, pause } from './room.js'

const shapes = [
  '<circle cx="16" cy="28" r="9" fill="#d3213f"/><circle cx="33" cy="31" r="9" fill="#b3122f"/><path d="M16 20Q22 6 38 5M33 23Q32 12 38 5" fill="none" stroke="#2b7a3d" stroke-width="3"/>',
  '<circle cx="24" cy="24" r="18" fill="#6fbf2a"/><circle cx="24" cy="24" r="13" fill="#d9f2a6"/><path d="M24 11v26M11 24h26M15 15l18 18M33 15L15 33" stroke="#6fbf2a" stroke-width="2"/>',
  '<path d="M24 5c11 0 13 10 13 18 0 7 3 8 4 12H7c1-4 4-5 4-12C11 15 13 5 24 5z" fill="#f0b429"/><circle cx="24" cy="39" r="5" fill="#a86b00"/>',
  '<path d="M24 8q9 12 0 30Q15 20 24 8zM8 18q12 2 16 20Q8 36 8 18zM40 18q-12 2-16 20 16-2 16-20z" fill="#e2559b"/>',
  '<path d="M10 36V22q0-12 14-12t14 12v14h-7v-8H17v8z" fill="#7487a8"/><path d="M10 24Q2 28 4 40" fill="none" stroke="#7487a8" stroke-width="5"/><circle cx="16" cy="20" r="2" fill="#111"/>',
  '<path d="M9 8h30v8Q27 26 25 42h-9q1-14 12-25H9z" fill="#d3213f"/>',
]
const pays = [5, 8, 15, 30, 200, 500]
const svg = (s) => `<svg viewBox="0 0 48 48" aria-hidden="true">${shapes[s]}</svg>`
const show = (line) => ($('reels').innerHTML = line.map(svg).join(''))

show([5, 3, 4])
$('pays').innerHTML =
  pays.map((times, s) => `<tr><td>${svg(s).repeat(3)}</td><td>× ${times}</td></tr>`).reverse().join('') +
  `<tr><td>${svg(0).repeat(2)}</td><td>× 2</td></tr>`
await enter()
$('bet').addEventListener('submit', async (event) => {
  event.preventDefault()
  $('reels').classList.add('turn')
  await bet({}, async (result) => {
    await pause(result ? 700 : 0)
    $('reels').classList.remove('turn')
    if (result) show(result.line)
  })
})
