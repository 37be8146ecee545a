import { $, bet, enter, pause, markPressed } from './room.js'

const length = { three: 3, two: 2, run: 1 }
const kinds = [...document.querySelectorAll('[data-kind]')]
let kind = 'two'

function choose(button) {
  kind = button.dataset.kind
  markPressed(kinds, button)
  $('number').maxLength = length[kind]
  $('number').pattern = `[0-9]{${length[kind]}}`
  $('number').value = $('number').value.slice(0, length[kind])
}

function show(place, digits) {
  $(place).replaceChildren(...[...digits].map((digit) => {
    const box = document.createElement('b')
    box.textContent = digit
    return box
  }))
}

for (const button of kinds) button.addEventListener('click', () => choose(button))
choose(kinds[1])
show('top', '---')
show('bottom', '--')
await enter()
$('bet').addEventListener('submit', async (event) => {
  event.preventDefault()
  await bet({ kind, number: $('number').value }, async (result) => {
    if (!result) return
    show('top', '---')
    show('bottom', '--')
    await pause(500)
    show('top', result.top)
    await pause(500)
    show('bottom', result.bottom)
  })
})
