/**
 * An image that is fetched when it is within 400 px of the viewport, or of the visible part of a scrolling row.
 * Without scripts, the browser's lazy loading is used instead.
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

let observer: IntersectionObserver | undefined

/** Sets `src` once. React does not manage this attribute, so a later rendering does not remove it. */
export function fetchWhenNear(element: HTMLImageElement): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) {
          const image = target as HTMLImageElement
          if (image.dataset.srcset) image.srcset = image.dataset.srcset
          image.src = image.dataset.src!
          observer!.unobserve(image)
        }
    },
    // Chromium adds `scrollMargin` to the margin of the page too, so it is set only for rows, which scroll sideways.
    { rootMargin: '400px', scrollMargin: '0px 400px' },
  )
  observer.observe(element)
  return () => observer!.unobserve(element)
}
