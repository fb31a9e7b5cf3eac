/**
 * Hides pictures that could not be fetched, so that their places show a colour and no broken-image icons, and fetches
 * them again once there is a connection.
 */
export function followPictures(): { fetchAgain(): void } {
  const failed = new Set<HTMLImageElement>()
  const hide = (image: HTMLImageElement) => {
    if (failed.has(image)) return
    failed.add(image)
    image.style.visibility = 'hidden'
    image.addEventListener(
      'load',
      () => {
        failed.delete(image)
        image.style.visibility = ''
      },
      { once: true },
    )
  }
  // Errors of pictures do not bubble.
  document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && hide(target), true)
  // Some may have failed before; a vector graphic without a size cannot be told from them by its measures.
  for (const image of document.images)
    if (image.currentSrc !== '' && image.complete && image.naturalWidth === 0)
      image.decode().catch(() => image.isConnected && hide(image))
  return {
    fetchAgain() {
      for (const image of failed)
        if (image.isConnected) image.src = image.getAttribute('src') ?? ''
        else failed.delete(image)
    },
  }
}
