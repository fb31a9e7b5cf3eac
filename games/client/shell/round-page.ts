// Opens the site's page of a round, on which it can be recalculated.

export const roundAddress = (round: string | null, locale: string) => `/${locale}/rounds${round ? `/${round}` : ''}`

/** A frame that may not open windows shows the page in place of the game, with a link back. */
export function openRoundPage(event: Event, address: string, isBusy: () => boolean) {
  event.preventDefault()
  if (!window.open(address, '_blank') && !isBusy()) location.assign(address)
}
