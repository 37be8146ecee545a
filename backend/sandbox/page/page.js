// Controls the sandbox by hand, with the same control calls as tests.
const $ = (id) => document.getElementById(id)

async function call(method, path, body) {
  const response = await fetch(path, { method, headers: body ? { 'Content-Type': 'application/json' } : {}, body: body && JSON.stringify(body) })
  const data = await response.json()
  if (!response.ok) throw new Error(data.error ?? response.statusText)
  return data
}

function fields(form) {
  return Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
}

async function showTotals() {
  const { bank } = await call('GET', '/totals')
  $('totals').replaceChildren(...Object.entries(bank.accounts).map(([account, flow]) => {
    const row = document.createElement('tr')
    for (const text of [account, flow.in.toFixed(2), flow.out.toFixed(2)]) row.insertCell().textContent = text
    return row
  }))
}

async function showMessages() {
  const { messages } = await call('GET', '/sms/messages?phone=' + encodeURIComponent($('sms').phone.value.trim()))
  $('messages').replaceChildren(...messages.slice(0, 20).map((message) => {
    const item = document.createElement('li')
    const code = document.createElement('strong')
    code.textContent = message.otpCode
    item.append(code, ` ${message.phone} · ${message.otpRef}`, document.createElement('br'), message.text)
    return item
  }))
}

async function showOrders() {
  const { orders } = await call('GET', '/qr/orders')
  $('orders').replaceChildren(...orders.slice(0, 8).map((order) => {
    const item = document.createElement('li')
    item.append(`${order.provider} · ${order.payAmount.toFixed(2)} · ${order.status} `)
    if (order.paidAmount) return item
    const pay = document.createElement('button')
    pay.className = 'quiet'
    pay.textContent = 'จ่าย / Pay'
    pay.addEventListener('click', async () => {
      try {
        await call('POST', '/qr/pay', { qrcodeId: order.qrcodeId })
        $('qr-said').textContent = 'จ่ายแล้ว · ' + order.qrcodeId
      } catch (error) {
        $('qr-said').textContent = error.message
      }
      await showOrders()
    })
    item.append(pay)
    return item
  }))
}

function showSlip(slip) {
  const figure = $('slip')
  figure.hidden = false
  figure.querySelector('img').src = slip.png
  for (const link of figure.querySelectorAll('a')) {
    link.href = slip[link.dataset.kind]
  }
}

$('transfer').addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = fields(event.target)
  body.amount = Number(body.amount)
  if (body.at) body.at = new Date(body.at).toISOString()
  try {
    const { transRef, slip } = await call('POST', '/bank/transfers', body)
    $('transfer-said').textContent = 'โอนแล้ว · ' + transRef
    showSlip(slip)
    await showTotals()
  } catch (error) {
    $('transfer-said').textContent = error.message
  }
})

$('sms').addEventListener('submit', (event) => {
  event.preventDefault()
  void showMessages()
})

$('faults').addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = fields(event.target)
  body.count = Number(body.count)
  try {
    await call('POST', '/faults', body)
    $('faults-said').textContent = `${body.target}: ${body.mode} × ${body.count}`
  } catch (error) {
    $('faults-said').textContent = error.message
  }
})

$('clear').addEventListener('click', async () => {
  await call('DELETE', '/faults')
  $('faults-said').textContent = ''
})

const known = await call('GET', '/faults')
for (const name of ['target', 'mode']) {
  for (const value of known[`${name}s`]) $('faults').elements[name].add(new Option(value))
}

const { banks } = await call('GET', '/bank/banks')
for (const select of [$('transfer').fromBank, $('transfer').toBank]) {
  for (const bank of banks) select.add(new Option(`${bank.nameTH} (${bank.code})`, bank.code))
}
$('transfer').fromBank.value = 'KTB'
// A link may fill in the form: /?toBank=KBANK&toAccountNo=…
for (const [name, value] of new URLSearchParams(location.search)) {
  if ($('transfer').elements[name]) $('transfer').elements[name].value = value
}
await Promise.all([showMessages(), showTotals(), showOrders()])
setInterval(() => void Promise.all([showMessages(), showOrders()]), 5000)
