/** The buttons for social sign-in. They are plain links, which the server redirects. */
import { useApi } from '../../api/use-api.ts'
import { useContent } from '../../api/use-content.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link, useLocation } from '../../render/router.tsx'
import styles from './social.module.css'
import { type SocialContent, type SocialProvider, providersOf, withCode } from './providers.ts'

/** `readCode` returns the bonus code in the registration form, and is called when a link is followed. */
type Props = { readCode?: () => string }

export function SocialProviders({ providers, readCode }: Props & { providers: SocialProvider[] }) {
  const t = useLabels('social')
  if (providers.length === 0) return null
  return (
    <section className={styles.ways} aria-label={t('group')}>
      <p className={styles.or}>
        <span>{t('or')}</span>
      </p>
      <ul className={styles.list}>
        {providers.map(({ id, name, icon, href }) => (
          <li key={id}>
            <a
              className={styles.way}
              href={href}
              data-social={id}
              aria-label={t('with', { name })}
              onClick={({ currentTarget }) => {
                const code = readCode?.().trim()
                currentTarget.href = code ? withCode(href, code) : href
              }}
            >
              <Icon name={icon} size={20} />
              <span>{name}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className={styles.terms}>
        {t('terms')}{' '}
        <Link to="/static/terms" target="_blank">
          {t('termsLink')}
        </Link>
      </p>
    </section>
  )
}

export function SocialButtons({ readCode }: Props) {
  const { page, search } = useLocation()
  const { data } = useApi('GET /api/settings/constants')
  const content = useContent<SocialContent>('global-components', 'social')
  const providers = providersOf(data?.player.socialAuth ?? [], content, { pathname: page.pathname, search })
  return <SocialProviders providers={providers} {...(readCode && { readCode })} />
}
