// Shows the hash chain that determines the crash points, and verifies the last rounds in the browser: each hash must lead to
// the previous one, and each point must follow from its hash and the beacon's signature, or the salt. The page of a round
// verifies the signature itself, which needs a large curve.

import { provideDigests } from '#contract/provide-digests.ts'
import { quicknet } from '#contract/beacon.ts'
import type { EndedRound, HashChain, SharedBeacon } from '#contract/shared-rounds.ts'
import { el } from '#games/client/dom.ts'
import type { Words } from '#games/client/words.ts'
import { drawnBy, hashBefore } from '#games/shared.ts'
import { pointOf } from '../maths.ts'

/** Returns the number of the first round, newest first, whose hash or point does not agree; null if all agree. */
export async function firstFault(rounds: readonly EndedRound[], chain: HashChain): Promise<number | null> {
  await provideDigests()
  for (const [index, { number, hash, point, isCancelled, beacon }] of rounds.entries()) {
    if (number < chain.firstRound) return null
    const previousHash = number === chain.firstRound ? chain.lastHash : rounds[index + 1]?.hash
    if (previousHash !== undefined && (await hashBefore(hash)) !== previousHash) return number
    const key = beacon ? beacon.signature : chain.salt
    if (!isCancelled && pointOf(await drawnBy(key ?? '', hash)) !== point) return number
  }
  return null
}

/** Verifies these rounds and returns the result as text. */
export async function verdictOn(rounds: readonly EndedRound[], chain: HashChain, words: Words): Promise<string> {
  const fault = await firstFault(rounds, chain)
  return fault === null ? words('chainGood', { count: rounds.length }) : words('chainBad', { number: fault })
}

export function chainPanel(
  words: Words,
  times: (hundredths: number) => string,
  read: () => { recent: EndedRound[]; chain: HashChain | null; beacon: SharedBeacon | null },
): HTMLElement {
  const panel = el('div', {})
  const { chain, recent, beacon } = read()
  const line = (term: string, value: string) =>
    el('div', {}, el('dt', {}, term), el('dd', {}, el('code', { dir: 'ltr' }, value)))
  panel.append(el('h3', {}, words('chainTitle')), el('p', {}, words(beacon ? 'chainLeadBeacon' : 'chainLead')))
  if (!chain) return panel
  panel.append(el('p', { class: 'hint' }, words(beacon ? kindOf(beacon) : 'chainKnown')))
  if (chain.isDemo) panel.append(el('p', { class: 'hint' }, words('chainDemo')))
  const status = el('p', { role: 'status', class: 'hint' })
  const verify = el('button', { type: 'button', class: 'primary' }, words('chainVerify', { count: recent.length }))
  verify.addEventListener('click', () => {
    void verdictOn(recent, chain, words).then((verdict) => {
      status.textContent = verdict
    })
  })
  panel.append(
    el(
      'dl',
      { class: 'seeds' },
      ...(beacon
        ? [
            line(words('beaconChain', { name: beacon.name }), beacon.chainHash),
            line(words('beaconKey'), beacon.publicKey),
          ]
        : []),
      line(words('chainHash', { count: chain.length }), chain.lastHash),
      line(words('chainEvent'), chain.event),
      line(words('chainSalt'), chain.salt ?? '–'),
      ...(chain.saltSource ? [line(words('chainSource'), chain.saltSource)] : []),
      ...recent
        .slice(0, 5)
        .map((round) => line(`${round.number}: ${round.isCancelled ? '–' : times(round.point)}`, round.hash)),
    ),
    ...(chain.salt && recent.length > 0 ? [verify, status] : []),
  )
  return panel
}

const kindOf = ({ isDemo, chainHash }: SharedBeacon) =>
  isDemo ? 'beaconDemo' : chainHash === quicknet.chainHash ? 'beaconQuicknet' : 'beaconOwn'
