// Shared by the pages of all games: the balance, the stake and the bet.
export const $ = (id) => document.getElementById(id)
export const pause = (ms) => new Promise((done) => setTimeout(done, ms))
export const formatAmount = (n) => n.toLocaleString('th-TH', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const messages = {
  FUNDS: ['ยอดเงินไม่พอ', 'Not enough money'],
  STAKE: ['จำนวนเดิมพันไม่ถูกต้อง', 'That is no stake'],
  MALFORMED: ['เลือกให้ครบก่อน', 'Choose first'],
  NOT_IN: ['หมดเวลา เปิดเกมจากกระเป๋าอีกครั้ง', 'You are out. Open the game from the wallet again'],
  ERROR: ['ขัดข้อง ดูยอดเงินก่อนลองใหม่', 'Something failed. Look at your balance first'],
}

export function showMessage(thai, english, won = false) {
  const small = document.createElement('small')
  small.lang = 'en'
  small.textContent = english
  $('said').className = won ? 'won' : ''
  $('said').replaceChildren(thai, small)
}

async function call(path, body) {
  const response = await fetch(path, body ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : undefined)
  const data = await response.json()
  if (!response.ok) throw new Error(data.code)
  return data
}

export async function enter() {
  const state = await call('state')
  $('balance').textContent = formatAmount(state.balance)
  const unit = state.currency === 'LAK' ? ['กีบ', 'kip'] : ['บาท', 'baht']
  $('unit').textContent = state.ratio === '1000' ? `พัน${unit[0]} / thousand ${unit[1]}` : unit.join(' / ')
  // Kip is written in thousands.
  if (state.currency === 'LAK' && state.ratio === '1') {
    $('stake').value += '000'
    for (const chip of document.querySelectorAll('.chips button')) {
      chip.value += '000'
      chip.textContent = Number(chip.value).toLocaleString('th-TH')
    }
  }
  $('slot').textContent = state.slot.toUpperCase()
  document.title = state.slot.toUpperCase()
  if (state.back) {
    $('back').href = state.back
    $('back').hidden = false
  }
  return state
}

// bet sends a stake. It calls show before the balance changes.
export async function bet(fields, show) {
  const stake = $('stake').value.trim()
  $('go').disabled = true
  try {
    if (!/^[0-9]+(\.[0-9]{1,2})?$/.test(stake)) throw new Error('STAKE')
    const result = await call('bet', { ...fields, stake: Number(stake) })
    await show(result)
    $('balance').textContent = formatAmount(result.balance)
    if (result.payout > 0) showMessage(`ได้ ${formatAmount(result.payout)}`, `You win ${formatAmount(result.payout)}`, true)
    else showMessage('รอบนี้ไม่ได้', 'Not this time')
  } catch (error) {
    showMessage(...(messages[error.message] ?? messages.ERROR))
    await show(null)
  }
  $('go').disabled = false
}

export function markPressed(buttons, pressed) {
  for (const button of buttons) button.setAttribute('aria-pressed', String(button === pressed))
}

for (const chip of document.querySelectorAll('.chips button')) {
  chip.addEventListener('click', () => ($('stake').value = chip.value))
}
