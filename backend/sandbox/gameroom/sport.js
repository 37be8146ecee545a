import { $, bet, enter, pause, markPressed } from './room.js'

const picks = {}
const marks = ['1', 'X', '2']
const { matches } = await enter()

// showOdds shows a coupon's odds: the product of the picks' odds, rounded down to hundredths as in the server.
function showOdds() {
  let odds = 100
  for (const [match, pick] of Object.entries(picks)) odds = Math.floor((odds * matches[match].odds[pick]) / 100)
  $('odds').textContent = '× ' + (odds / 100).toFixed(2)
  $('go').disabled = Object.keys(picks).length === 0
}

$('matches').replaceChildren(...matches.map((match, i) => {
  const set = document.createElement('fieldset')
  set.innerHTML = '<legend><span></span> <b></b> <span></span><small lang="en"></small></legend><div class="three"></div>'
  const [home, away] = set.querySelectorAll('span')
  home.textContent = match.home
  away.textContent = match.away
  set.querySelector('b').textContent = '-'
  set.querySelector('small').textContent = `${match.homeEn} - ${match.awayEn}`
  const buttons = marks.map((mark, pick) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.setAttribute('aria-pressed', 'false')
    button.textContent = `${mark} · ${(match.odds[pick] / 100).toFixed(2)}`
    button.addEventListener('click', () => {
      if (picks[i] === pick) delete picks[i]
      else picks[i] = pick
      markPressed(buttons, buttons[picks[i]])
      showOdds()
    })
    return button
  })
  set.querySelector('.three').append(...buttons)
  return set
}))
showOdds()
$('bet').addEventListener('submit', async (event) => {
  event.preventDefault()
  const scores = [...$('matches').querySelectorAll('b')]
  for (const score of scores) score.textContent = '-'
  await bet({ picks }, async (result) => {
    for (const [match, score] of Object.entries(result?.scores ?? {})) {
      await pause(350)
      scores[match].textContent = score.join(' : ')
    }
  })
})
