/** Every in-house game, in lobby order. Each is also a folder beside this file. */
export const slugs = [
  'lantern-harbor',
  'ember-forge',
  'honeyfall',
  'kite-festival',
  'library-of-owls',
  'velvet-groove',
  'night-express',
  'jade-rapids',
  'midnight-botanica',
  'clockwork-orchard',
  'dice',
  'crash',
  'limbo',
  'wheel',
  'plinko',
  'keno',
  'diamonds',
  'roulette',
  'baccarat',
  'french-roulette',
  'saffron-caravan',
  'glacier-fox',
  'tidepool',
  'mines',
  'towers',
  'hilo',
  'blackjack',
  'blackjack-surrender',
  'jacks-or-better',
  'deuces-wild',
] as const

export type Slug = (typeof slugs)[number]

export const isGame = (slug: string): slug is Slug => (slugs as readonly string[]).includes(slug)
