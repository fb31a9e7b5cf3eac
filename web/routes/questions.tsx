import * as HttpStatus from '#contract/statuses.ts'
import { Prose } from '../design/prose/prose.tsx'
import { plainText } from './questions/plain-text.ts'
import { questionsData } from '../features/games/structured-data.ts'
import { useApi } from '../api/use-api.ts'
import { useContent } from '../api/use-content.ts'
import { ButtonLink } from '../design/button/button.tsx'
import { Icon } from '../design/icon/icon.tsx'
import { ErrorPage } from '../render/errors.tsx'
import { useLabels, useLocale } from '../render/labels.tsx'
import { defineRoute, required } from '../render/page.ts'
import { NavLink, useParams } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'
import styles from './questions.module.css'

export const route = defineRoute({
  labels: ['pages'],
  content: ['global-components'],
  queries: ({ locale }) => [required('GET /api/content/{locale}/questions', { params: { locale } })],
  meta: ({ params, locale, t, data }) => {
    const topics = data('GET /api/content/{locale}/questions', { params: { locale } }) ?? []
    const topic = topics.find(({ identity }) => identity === params.pageIdentity)
    if (params.pageIdentity !== undefined && !topic)
      return { title: t('staticMissing'), status: HttpStatus.notFound, noIndex: true }
    const shown = topic ? [topic] : topics
    return {
      title: topic ? t('questionsTopicTitle', { topic: topic.title }) : t('questionsTitle'),
      description: topic?.description ?? t('questionsText'),
      jsonLd: questionsData(
        shown.flatMap(({ questions }) =>
          questions.map(({ question, answer }) => ({ question, answer: plainText(answer) })),
        ),
      ),
    }
  },
  View: Questions,
})

function Questions() {
  const t = useLabels('pages')
  const locale = useLocale()
  const { pageIdentity } = useParams()
  const { data: topics = [] } = useApi('GET /api/content/{locale}/questions', { params: { locale } })
  const { answerTime } = useContent<{ answerTime: string }>('global-components', 'support')
  const shown = pageIdentity === undefined ? topics : topics.filter(({ identity }) => identity === pageIdentity)
  if (pageIdentity !== undefined && shown.length === 0) return <ErrorPage fault="notFound" />
  return (
    <Page title={t('questionsTitle')} lead={t('questionsText')}>
      <nav aria-label={t('questionsTopics')}>
        <ul className={styles.topics}>
          <li>
            <NavLink to="/questions" className={styles.topic}>
              {t('questionsAll')}
            </NavLink>
          </li>
          {topics.map(({ identity, title }) => (
            <li key={identity}>
              <NavLink to={`/questions/${identity}`} className={styles.topic}>
                {title}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {shown.map((topic) => (
        <section key={topic.identity} className={styles.section} aria-labelledby={`topic-${topic.identity}`}>
          <header>
            <h2 id={`topic-${topic.identity}`}>{topic.title}</h2>
            <p>{topic.description}</p>
          </header>
          <div className={styles.list}>
            {topic.questions.map(({ id, question, answer }) => (
              <details key={id} id={id} className={styles.question}>
                <summary>
                  <span>{question}</span>
                  <Icon name="chevron-down" />
                </summary>
                <Prose blocks={answer} />
              </details>
            ))}
          </div>
        </section>
      ))}
      <aside className={styles.help}>
        <p>{t('questionsMore')}</p>
        {answerTime && (
          <p>
            {t('contactAnswer')}: {answerTime}
          </p>
        )}
        <ButtonLink to="/contact" icon="chat">
          {t('contactTitle')}
        </ButtonLink>
      </aside>
    </Page>
  )
}
