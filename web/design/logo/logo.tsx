/** The operator's logo (`brand` in `layout.json`), or the default logo. */
import { useContent } from '../../api/use-content.ts'
import styles from './logo.module.css'

type Picture = { src: string; width: number; height: number }
type Brand = { alt: string; logo: Picture; mark: Picture; logoLight?: Picture; markLight?: Picture }

export function Logo({ isMarkOnly = false }: { isMarkOnly?: boolean }) {
  const brand = useContent<Brand>('layout', 'brand')
  const [picture, light] = isMarkOnly ? [brand.mark, brand.markLight] : [brand.logo, brand.logoLight]
  if (!picture) return <DefaultLogo isMarkOnly={isMarkOnly} />
  return (
    <span className={styles.pictures}>
      <BrandPicture picture={picture} alt={brand.alt} on={light && 'dark'} />
      {light && <BrandPicture picture={light} alt={brand.alt} on="light" />}
    </span>
  )
}

const height = 32

/** If there is a logo for each theme, the hidden one is lazy, so that it is not fetched. */
function BrandPicture({
  picture,
  alt = '',
  on,
}: {
  picture: Picture
  alt: string | undefined
  on: 'dark' | 'light' | undefined
}) {
  const width = Math.round((height * picture.width) / picture.height)
  return (
    <img
      className={styles.picture}
      src={picture.src}
      alt={alt}
      width={width}
      height={height}
      data-on={on}
      {...(on && { loading: 'lazy' as const })}
    />
  )
}

/** The mark is a roof over an equals sign; the wordmark has the same stroke. */
function DefaultLogo({ isMarkOnly }: { isMarkOnly: boolean }) {
  return (
    <svg
      className={styles.logo}
      viewBox={isMarkOnly ? '0 0 32 32' : '0 0 158 32'}
      height="32"
      width={isMarkOnly ? 32 : 158}
      data-mark-only={isMarkOnly || undefined}
      aria-hidden="true"
    >
      <g className={styles.mark}>
        <path d="M4 15.5 16 5.5l12 10" />
        <path d="M8 20h16" />
        <path d="M8 26.5h16" />
      </g>
      {!isMarkOnly && (
        <g className={styles.word}>
          <path d="M48.5 7.5h-1.2a3.8 3.8 0 0 0-3.8 3.8V25M40.5 14h8" />
          <path d="M63 14v11M63 19.5a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z" />
          <path d="M68.5 14v11M68.5 8.9v.1" />
          <path d="M74 25V14M74 19a5 5 0 0 1 5-5h.5" />
          <path d="M83.5 7v18M83.5 19a5 5 0 0 1 10 0v6" />
          <path d="M110 19.5a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z" />
          <path d="M115.5 14v6a5 5 0 0 0 10 0v-6M125.5 20v5" />
          <path d="M138.5 16a3.3 3.3 0 0 0-3.2-2h-1.6a2.7 2.7 0 0 0-.5 5.4l2.9.5a2.6 2.6 0 0 1-.5 5.1h-1.7a3.6 3.6 0 0 1-3.4-2.2" />
          <path d="M143.5 19.5h10.5a5.3 5.3 0 1 0-1.9 4" />
        </g>
      )}
    </svg>
  )
}
