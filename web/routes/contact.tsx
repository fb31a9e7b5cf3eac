import { useApi } from '../api/use-api.ts'
import { ButtonLink } from '../design/button/button.tsx'
import { Card } from '../design/card/card.tsx'
import { useLabels, useLocale } from '../render/labels.tsx'
import { defineRoute, query } from '../render/page.ts'
import { Link, useVisitor } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'
import { ContactForm } from './contact/contact-form.tsx'
import styles from './contact.module.css'

const directory = 'global-components'
type Support = { email?: string; hours?: string; answerTime?: string }

export const route = defineRoute({
  labels: ['pages', 'contact'],
  content: [directory, 'fields-settings'],
  queries: ({ locale, isSignedIn }) => [
    query('GET /api/content/{locale}/questions', { params: { locale } }),
    ...(isSignedIn ? [query('GET /api/player/profile')] : []),
  ],
  meta: ({ t }) => ({ title: t('contactTitle'), description: t('contactText') }),
  View: Contact,
})

function Contact() {
  const t = useLabels('pages')
  const texts = useLabels('contact')
  const locale = useLocale()
  const { data: content } = useApi('GET /api/content/{locale}/{directory}', { params: { locale, directory } })
  const { data: topics = [] } = useApi('GET /api/content/{locale}/questions', { params: { locale } })
  const support = (content?.support ?? {}) as Support
  const { init, isSignedIn } = useVisitor()
  const chat = init.config.freshchatParams
  return (
    <Page
      title={t('contactTitle')}
      lead={t('contactText')}
      aside={
        chat &&
        (isSignedIn || chat.guestAvailable) && (
          // A click opens the chat, like every link to this page.
          <ButtonLink to="/contact" tone="primary" icon="chat">
            {texts('chat')}
          </ButtonLink>
        )
      }
    >
      <div className={styles.columns}>
        <Card title={t('contactWrite')}>
          <p className={styles.text}>{t('contactWriteText')}</p>
          <ContactForm />
          <p className={styles.text}>
            <Link to="/complaints">{texts('complaints')}</Link>
          </p>
          <dl className={styles.facts}>
            {support.email && (
              <>
                <dt>{texts('orMail')}</dt>
                <dd>
                  <a href={`mailto:${support.email}`}>
                    <bdi>
                      {support.email.split('@')[0]}
                      <wbr />
                      {`@${support.email.split('@')[1]}`}
                    </bdi>
                  </a>
                </dd>
              </>
            )}
            <dt>{t('contactHours')}</dt>
            <dd>{support.hours}</dd>
            <dt>{t('contactAnswer')}</dt>
            <dd>{support.answerTime}</dd>
          </dl>
        </Card>
        <Card title={t('contactTopics')}>
          <ul className={styles.links}>
            {topics.map(({ identity, title, description }) => (
              <li key={identity}>
                <Link to={`/questions/${identity}`}>
                  <strong>{title}</strong>
                  <span>{description}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </Page>
  )
}
