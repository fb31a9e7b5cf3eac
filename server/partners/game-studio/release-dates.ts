/** When the in-house studio released its games; the maths contains no date. */
const releases: ReadonlyArray<{ on: string; games: readonly string[] }> = [
  {
    on: '2026-11-21',
    games: [
      'lantern-harbor',
      'ember-forge',
      'midnight-botanica',
      'clockwork-orchard',
      'dice',
      'saffron-caravan',
      'glacier-fox',
      'tidepool',
    ],
  },
]
/** Of every game that is not listed: those that came with this version. */
const latest = '2026-11-22'

export function releasedOn(slug: string): string {
  return releases.find(({ games }) => games.includes(slug))?.on ?? latest
}
