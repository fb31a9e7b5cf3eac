/**
 * Everything that is needed to write another verifier. The technical text is in English in every locale, like the formats
 * that it describes; the introduction is translated.
 */
import type { Block, Inline } from '#contract/content.ts'
import type { PublishedGame, PublishedSection } from '#contract/published-fairness.ts'
import { useApi } from '../api/use-api.ts'
import { Card } from '../design/card/card.tsx'
import { Failed } from '../design/empty/empty.tsx'
import { Prose } from '../design/prose/prose.tsx'
import { Skeleton } from '../design/skeleton/skeleton.tsx'
import { asLines } from '../features/fairness/as-lines.ts'
import styles from '../features/fairness/specification.module.css'
import { useLabels } from '../render/labels.tsx'
import { defineRoute, query } from '../render/page.ts'
import { Link } from '../render/router.tsx'
import { Page } from '../shell/page-frame.tsx'

const path = 'GET /api/game/fairness'

export const route = defineRoute({
  labels: ['fairness-specification'],
  queries: () => [query(path)],
  meta: ({ t }) => ({ title: t('title'), description: t('lead') }),
  View: FairnessSpecification,
})

function FairnessSpecification() {
  const t = useLabels('fairness-specification')
  const { data, isError, refetch } = useApi(path)
  return (
    <Page title={t('title')} lead={t('lead')} width="list">
      {isError && <Failed title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={480} radius="l" />}
      {data && (
        <div className={styles.page}>
          <Introduction sections={data.sections} games={data.games} />
          {data.sections.map((section) => (
            <TechnicalSection key={section.id} section={section} />
          ))}
          <Card title={<span id="vectors">{t('sharedVectors')}</span>}>
            {Object.entries(data.vectors).map(([name, value]) => (
              <Data key={name} summary={name} value={value} />
            ))}
          </Card>
          {data.games.map((game) => (
            <GameSection key={idOf(game)} game={game} />
          ))}
        </div>
      )}
    </Page>
  )
}

const idOf = ({ game, version }: Pick<PublishedGame, 'game' | 'version'>) => `${game}-${version}`

function Introduction({ sections, games }: { sections: PublishedSection[]; games: PublishedGame[] }) {
  const t = useLabels('fairness-specification')
  return (
    <Card>
      <p>{t('intro')}</p>
      <p>{t('english')}</p>
      <ul className={styles.links}>
        <li>
          <a href="/api/game/fairness">{t('json')}</a>
        </li>
        <li>
          <a href="/api/game/maths">{t('mathsVersions')}</a>
        </li>
        <li>
          <Link to="/rounds">{t('verifier')}</Link>
        </li>
        <li>
          <Link to="/proof-of-liabilities">{t('liabilities')}</Link>
        </li>
      </ul>
      <nav aria-label={t('contents')} className={styles.contents}>
        <ul lang="en" dir="ltr">
          {[...sections, { id: 'vectors', title: 'Test vectors' }].map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
        <ul lang="en" dir="ltr">
          {games.map(({ game, version }, index) => (
            <li key={idOf({ game, version })}>
              <a href={`#${idOf({ game, version })}`}>
                {games.findIndex((each) => each.game === game) === index ? game : `${game} ${version}`}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  )
}

function TechnicalSection({ section: { id, title, text } }: { section: PublishedSection }) {
  return (
    <div lang="en" dir="ltr">
      <Card title={<span id={id}>{title}</span>}>
        <Prose blocks={text.map(paragraphOf)} />
      </Card>
    </div>
  )
}

function GameSection({ game: { game, version, unit, text, tables, vectors } }: { game: PublishedGame }) {
  const t = useLabels('fairness-specification')
  const blocks =
    text.length > 0 ? text : ['Choice: none. See [Slots] for the draws and the rules; this game has these tables.']
  return (
    <Card
      title={
        <bdi id={idOf({ game, version })}>
          {game} {version}
        </bdi>
      }
      aside={<a href={`/api/game/maths/${game}/${version}`}>{t('sources')}</a>}
    >
      <div lang="en" dir="ltr">
        <Prose blocks={[`Game \`${game}\`, unit ${unit}.`, ...blocks].map(paragraphOf)} />
      </div>
      {Object.keys(tables).length > 0 && <Data summary={t('tables')} value={tables} />}
      <Data summary={t('vectors', { count: vectors.length })} value={vectors} />
    </Card>
  )
}

function Data({ summary, value }: { summary: string; value: unknown }) {
  return (
    <details className={styles.data}>
      <summary>{summary}</summary>
      <pre dir="ltr">{asLines(value)}</pre>
    </details>
  )
}

/** Splits at backticks, between which text is code, and makes a link of `[Slots]`. */
function paragraphOf(text: string): Block {
  const content = text
    .split(/(`[^`]+`|\[Slots\])/)
    .map((part): Inline =>
      part === '[Slots]'
        ? { mark: 'link', text: 'Slots', href: '#slots' }
        : part.startsWith('`')
          ? { mark: 'code', text: part.slice(1, -1) }
          : part,
    )
  return { kind: 'paragraph', content }
}
