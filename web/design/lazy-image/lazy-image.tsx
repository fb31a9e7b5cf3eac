/**
 * An image that is fetched within 400 px of the visible part of the page, or of a row that scrolls sideways.
 * Without scripts the browser's own lazy loading takes its place.
 */

type LazyImageProps = {
  src: string
  srcSet?: string
  sizes?: string
  alt?: string | undefined
  width: number
  height: number
  className?: string | undefined
  'data-win'?: boolean | undefined
}

export function LazyImage({ src, srcSet, alt = '', ...rest }: LazyImageProps) {
  return (
    <>
      <img key={src} ref={fetchWhenNear} data-src={src} data-srcset={srcSet} alt={alt} decoding="async" {...rest} />
      <noscript>
        <img srcSet={srcSet} src={src} alt={alt} loading="lazy" {...rest} />
      </noscript>
    </>
  )
}

let near: IntersectionObserver | undefined

/** Sets `src` once. React does not know it, so no later rendering removes it. */
function fetchWhenNear(image: HTMLImageElement): () => void {
  near ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) {
          const seen = target as HTMLImageElement
          if (seen.dataset.srcset) seen.srcset = seen.dataset.srcset
          seen.src = seen.dataset.src!
          near!.unobserve(seen)
        }
    },
    // Chromium adds `scrollMargin` to that of the page as well, so it covers only what the page does not: rows.
    { rootMargin: '400px', scrollMargin: '0px 400px' },
  )
  near.observe(image)
  return () => near!.unobserve(image)
}
