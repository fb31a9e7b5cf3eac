// The page of a game. It asks the studio's own server; to the site around the frame it reports what is displayed.

const root = document.documentElement
const site = root.dataset.site
const session = location.pathname.split('/').at(-1)
const lights = [...document.querySelectorAll('.light')]
const select = document.querySelector('select')
const button = document.querySelector('.play')
const result = document.querySelector('.result')
const scale = 100_000

let shown = { currency: 'EUR', subunits: 100 }
let balance = 0
let free = null
let isPaused = false
let isPlaying = false

const report = (message) => window.parent !== window && window.parent.postMessage({ fairhouse: 1, ...message }, site)
/** The site counts in the smallest units of the currency. */
const subunits = (amount) => Math.round((amount * shown.subunits) / scale)
const format = (amount) => {
  const places = Math.min(5, Math.round(Math.log10(shown.subunits)))
  return `${(amount / scale).toFixed(places)} ${shown.currency}`
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
  button.textContent = free ? `Play free (${free.left} left)` : 'Play'
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
  result.textContent = 'The session has ended.'
  refreshControls()
  report({ type: 'session-ended' })
}

async function play() {
  isPlaying = true
  refreshControls()
  for (const light of lights) delete light.dataset.result
  result.textContent = ''
  const stake = Number(select.value)
  const isFree = free !== null
  const staked = isFree ? 0 : stake
  const playId = crypto.randomUUID()
  const before = balance
  report({ type: 'round-started', playId, stake: subunits(staked), currency: shown.currency })
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
    result.textContent = answer.win > 0 ? `You win ${format(answer.win)}` : 'No win this time'
    over(balance, answer.win - answer.stake, answer.round ?? playId)
    if (isFree && !free) report({ type: 'free-spins-ended' })
  } catch {
    over(before, 0)
    result.textContent = 'No connection. Nothing was staked, or the stake is on its way back.'
  } finally {
    isPlaying = false
    refreshControls()
  }
}

async function refuse(status, stake) {
  const reasons = {
    RS_ERROR_NOT_ENOUGH_MONEY: 'Your balance is too low for this stake.',
    RS_ERROR_LIMIT_REACHED: 'This stake is not possible now.',
    RS_ERROR_USER_DISABLED: 'You cannot play now.',
  }
  if (status === 'RS_ERROR_TOKEN_EXPIRED' || status === 'RS_ERROR_INVALID_TOKEN' || status === 'ended') return end()
  result.textContent = reasons[status] ?? 'The round was not played. Your stake is returned.'
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
  if (event.source !== window.parent || event.origin !== site || event.data?.fairhouse !== 1) return
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
