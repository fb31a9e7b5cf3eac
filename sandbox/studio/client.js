// The page of a game. It calls the studio's server, and reports to the site around the frame what is displayed.

const root = document.documentElement
const site = root.dataset.site
const session = location.pathname.split('/').at(-1)
const lights = [...document.querySelectorAll('.light')]
const select = document.querySelector('select')
const button = document.querySelector('.play')
const result = document.querySelector('.result')
const scale = 100_000
const words = JSON.parse(document.querySelector('#words').textContent)
const write = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name])

let shown = { currency: 'EUR', subunits: 100 }
let balance = 0
let free = null
let isPaused = false
let isPlaying = false

const isFramed = window.parent !== window
const report = (message) => isFramed && window.parent.postMessage({ fairhouse: 1, ...message }, site)
const isOfSite = (event) => event.source === window.parent && event.origin === site && event.data?.fairhouse === 1

/** Resolves when the site has confirmed that it shows no result before the end, or after half a second. */
const reportStart = (round) =>
  new Promise((resolve) => {
    if (!isFramed) return resolve()
    const note = (event) => {
      if (isOfSite(event) && event.data.type === 'round-noted' && event.data.playId === round.playId) noted()
    }
    const timer = setTimeout(noted, 500)
    addEventListener('message', note)
    report({ type: 'round-started', ...round })
    function noted() {
      clearTimeout(timer)
      removeEventListener('message', note)
      resolve()
    }
  })
/** The site sends amounts in the smallest units of the currency. */
const subunits = (amount) => Math.round((amount * shown.subunits) / scale)
const format = (amount) => {
  const places = Math.min(5, Math.round(Math.log10(shown.subunits)))
  const isFiat = /^[A-Z]{3}$/.test(shown.currency)
  const figure = new Intl.NumberFormat(`${root.lang}-u-nu-latn`, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    ...(isFiat && { style: 'currency', currency: shown.currency, currencyDisplay: 'narrowSymbol' }),
  }).format(amount / scale)
  return isFiat ? figure : `${figure}\u00A0${shown.currency}`
}
const choice = () => lights.findIndex((light) => light.getAttribute('aria-pressed') === 'true')

async function ask(path, body) {
  const answer = await fetch(`../${path}/${session}`, {
    method: body ? 'POST' : 'GET',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return answer.ok ? answer.json() : { status: 'ended' }
}

function refreshControls() {
  button.disabled = isPaused || isPlaying
  select.disabled = isPlaying || free !== null
  button.textContent = free ? write(words.playFree, { left: free.left }) : words.play
}

async function refreshState(isFirst) {
  const state = await ask('state')
  if (!state.isOpen) return end()
  shown = state.shown
  balance = state.balance
  free = state.free
  if (isFirst)
    for (const stake of state.stakes) {
      const option = document.createElement('option')
      option.value = String(stake)
      option.textContent = format(stake)
      select.append(option)
    }
  report({ type: isFirst ? 'ready' : 'balance', balance: subunits(balance), currency: shown.currency })
  refreshControls()
}

function end() {
  isPaused = true
  result.textContent = words.ended
  refreshControls()
  report({ type: 'session-ended' })
}

/** Over plain http there is no `crypto.randomUUID`. */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function play() {
  isPlaying = true
  refreshControls()
  for (const light of lights) delete light.dataset.result
  result.textContent = ''
  const stake = Number(select.value)
  const isFree = free !== null
  const staked = isFree ? 0 : stake
  const playId = newId()
  const before = balance
  const noted = reportStart({ playId, stake: subunits(staked), currency: shown.currency, at: Date.now() })
  const over = (after, net, roundId) =>
    report({
      type: 'round-ended',
      playId,
      ...(roundId && { roundId }),
      balance: subunits(after),
      net: subunits(net),
      currency: shown.currency,
    })
  try {
    await noted
    const answer = await ask('round', { choice: choice(), stake })
    if (answer.status !== 'RS_OK') {
      balance = answer.balance ?? before
      over(balance, 0)
      await refuse(answer.status, stake)
      return
    }
    lights[answer.result].dataset.result = ''
    balance = answer.balance
    free = answer.free ?? null
    result.textContent =
      answer.win > 0 ? write(words.won, { amount: `\u2068${format(answer.win)}\u2069` }) : words.noWin
    over(balance, answer.win - answer.stake, answer.round ?? playId)
    if (isFree && !free) report({ type: 'free-spins-ended' })
  } catch {
    over(before, 0)
    result.textContent = words.noConnection
  } finally {
    isPlaying = false
    refreshControls()
  }
}

async function refuse(status, stake) {
  const reasons = {
    RS_ERROR_NOT_ENOUGH_MONEY: words.tooLittle,
    RS_ERROR_LIMIT_REACHED: words.limited,
    RS_ERROR_USER_DISABLED: words.disabled,
  }
  if (status === 'RS_ERROR_TOKEN_EXPIRED' || status === 'RS_ERROR_INVALID_TOKEN' || status === 'ended') return end()
  result.textContent = reasons[status] ?? words.returned
  if (status === 'RS_ERROR_NOT_ENOUGH_MONEY')
    report({ type: 'insufficient-funds', needed: subunits(stake), currency: shown.currency })
  await refreshState(false)
}

for (const light of lights)
  light.addEventListener('click', () => {
    if (isPlaying) return
    for (const other of lights) other.setAttribute('aria-pressed', String(other === light))
  })
button.addEventListener('click', () => void play())
addEventListener('message', (event) => {
  if (!isOfSite(event)) return
  const { type, theme, stake } = event.data
  if (type === 'pause' || type === 'resume') isPaused = type === 'pause'
  else if (type === 'theme') root.dataset.theme = theme
  else if (type === 'refresh-balance') void refreshState(false)
  else if (type === 'preferred-stake') {
    const option = [...select.options].find(({ value }) => subunits(Number(value)) === stake)
    if (option) select.value = option.value
  }
  refreshControls()
})

await refreshState(true)
