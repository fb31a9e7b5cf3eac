// The verifier: reads a round by its id or takes pasted values, recalculates it in the browser, and shows each step.

import './verifier.css'
import { el } from '../client/dom.ts'
import { speaker } from '../client/words.ts'
import type { PublicRound } from '../studio-api.ts'
import { entryOf } from './entry.ts'
import { NotOffered, recompute } from './recompute.ts'
import { reportOf } from './report.ts'

const given = JSON.parse(document.querySelector('#given')!.textContent) as {
  locale: string
  words: Record<string, string>
  games: Record<string, string>
}
const words = speaker(given.words, given.locale)
const report = el('div', { class: 'outcome' })
const notice = el('p', { class: 'notice', role: 'status' })
const entry = entryOf(words, given.games, () => void check())
let round: PublicRound | null = null

function say(text: string) {
  notice.textContent = text
  notice.hidden = !text
}

async function check() {
  report.replaceChildren()
  // Browsers provide WebCrypto only over TLS and on localhost.
  if (!globalThis.crypto?.subtle) return say(words('needsSecure'))
  const facts = entry.read()
  if (!facts) return say(words('incomplete'))
  try {
    const steps = await recompute(facts)
    // Pasted values stand alone: the record is compared only while the values are its own.
    const isRecorded = round && round.game === facts.game && round.nonce === facts.nonce && round.stake === facts.stake
    say('')
    report.replaceChildren(await reportOf(words, facts.game, steps, isRecorded ? round : null))
    report.scrollIntoView({ block: 'start' })
  } catch (error) {
    say(words(error instanceof NotOffered ? 'notOffered' : 'failed'))
  }
}

async function load(id: string) {
  const answer = await fetch(`/studio/api/rounds/${encodeURIComponent(id)}`).catch(() => null)
  if (!answer) return say(words('offline'))
  if (!answer.ok) return say(words('roundNotFound'))
  round = (await answer.json()) as PublicRound
  entry.fill(round)
  if (!round.serverSeed) return say(words('notRevealed', { hash: round.serverSeedHash }))
  await check()
}

/** Inside the game's frame the game is one step back in history. */
function wayBack(): HTMLElement | null {
  if (window.parent === window || history.length < 2) return null
  const back = el('button', { type: 'button', class: 'primary' }, words('backToGame'))
  back.addEventListener('click', () => history.back())
  return back
}

document.body.replaceChildren(
  el(
    'main',
    {},
    wayBack(),
    el('header', {}, el('h1', {}, words('title')), el('p', {}, words('lead'))),
    notice,
    entry.element,
    report,
    el(
      'footer',
      {},
      el('p', {}, words('independent')),
      el('code', { dir: 'ltr' }, 'printf %s "$SERVER_SEED" | sha256sum'),
      el('code', { dir: 'ltr' }, 'printf %s "$CLIENT_SEED:$NONCE:0" | openssl dgst -sha256 -hmac "$SERVER_SEED"'),
    ),
  ),
)
say('')
const id = new URLSearchParams(location.search).get('round')
if (id) void load(id)
