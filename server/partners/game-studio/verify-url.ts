import type { GameStudio } from './port.ts'

type Studios = { partners: { gameStudios: ReadonlyArray<Pick<GameStudio, 'slug' | 'fairness'>> } }

/** The site's page of a round, without a locale prefix; null if its studio commits to no seeds. */
export const verifyUrlOf = ({ partners }: Studios, slug: string, roundId: string): string | null =>
  partners.gameStudios.find((studio) => studio.slug === slug)?.fairness ? `/rounds/${roundId}` : null
