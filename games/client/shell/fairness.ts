// The fairness panel: the studio's commitment, the player's seed, the reveal, and a link to the site's page of the round.

import type { SeedsReply } from '#games/studio-api.ts'
import { newClientSeed, StudioFailure } from '../api.ts'
import { el, icon } from '../dom.ts'
import type { Table } from '../table.ts'
import { failureWords } from './notice.ts'
import { openRoundPage, roundAddress } from './round-page.ts'

export type FairnessPanelOptions = { table: Table; locale: string }

const printable = /^[\x20-\x7e]{1,64}$/

const line = (term: string, value: string) =>
  el('div', {}, el('dt', {}, term), el('dd', {}, el('code', { dir: 'ltr' }, value)))

function verifierLink(address: string, label: string, isBusy: () => boolean): HTMLElement {
  const link = el('a', { href: address, target: '_blank' }, label, icon('out'))
  link.addEventListener('click', (event) => openRoundPage(event, address, isBusy))
  return el('p', { class: 'verify' }, link)
}

export function fairnessPage({ table, locale }: FairnessPanelOptions): HTMLElement {
  const { words } = table
  let revealed: SeedsReply['revealed'] | null = null
  const page = el('div', {})

  async function rotate(input: HTMLInputElement, status: HTMLElement) {
    const clientSeed = input.value.trim()
    if (!printable.test(clientSeed)) return (status.textContent = words('seedInvalid'))
    if (table.isBusy) return (status.textContent = words('seedBusy'))
    try {
      const reply = await table.studio.seeds({ clientSeed })
      revealed = reply.revealed
      table.fairness = reply.fairness
      draw()
      page.querySelector<HTMLElement>('[role=status]')!.textContent = words('seedChanged')
    } catch (error) {
      status.textContent =
        error instanceof StudioFailure && error.failure !== 'playInFlight'
          ? failureWords(error.failure, words)
          : words('seedBusy')
    }
  }

  function draw() {
    const { fairness } = table
    const input = el('input', {
      id: 'client-seed',
      type: 'text',
      value: newClientSeed(),
      maxlength: 64,
      autocomplete: 'off',
      spellcheck: 'false',
      dir: 'ltr',
    })
    const change = el('button', { type: 'button', class: 'primary' }, words('seedChange'))
    const status = el('p', { role: 'status', class: 'hint' })
    const round = table.lastRound?.id ?? null
    change.addEventListener('click', () => void rotate(input, status))
    page.replaceChildren(
      el('p', { class: 'lead' }, words('fairLead')),
      el('ol', { class: 'steps' }, ...['fairStep1', 'fairStep2', 'fairStep3'].map((key) => el('li', {}, words(key)))),
      el('h3', {}, words('nextRound')),
      el(
        'dl',
        { class: 'seeds' },
        line(words('seedPair'), fairness.pair === null ? '–' : String(fairness.pair)),
        line(words('serverSeedHash'), fairness.serverSeedHash),
        line(words('clientSeed'), fairness.clientSeed),
        line(words('nonce'), String(fairness.nextNonce)),
      ),
      el('label', { class: 'field', for: 'client-seed' }, el('span', {}, words('nextClientSeed')), input),
      el('p', { class: 'hint' }, words('seedHint')),
      change,
      status,
    )
    if (revealed) {
      page.append(
        el('h3', {}, words('revealed')),
        el(
          'dl',
          { class: 'seeds' },
          line(words('serverSeed'), revealed.serverSeed),
          line(words('serverSeedHash'), revealed.serverSeedHash),
          line(words('clientSeed'), revealed.clientSeed),
          line(words('roundsPlayed'), String(revealed.roundsPlayed)),
          ...(revealed.proof ? [line(words('seedProof'), revealed.proof)] : []),
        ),
      )
    }
    const more = table.view.fairness?.()
    if (more) page.append(more)
    const isBusy = () => table.isBusy
    page.append(
      verifierLink(roundAddress(round, locale), words(round ? 'verifyLast' : 'verifyAny'), isBusy),
      verifierLink(`/${locale}/fairness-specification`, words('ownVerifier'), isBusy),
    )
  }

  draw()
  return page
}
