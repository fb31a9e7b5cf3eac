/** Texts as the site shows them, by its own component and in its themes. Links lead nowhere from here. */
import { useState } from 'react'
import type { ContentCheck } from '#contract/desk/content.ts'
import { directionOf } from '#contract/locales.ts'
import { Select } from '#web/design/field/field.tsx'
import { Prose } from '#web/design/prose/prose.tsx'
import { label } from '../labels.ts'
import styles from './preview.module.css'

type PreviewProps = { preview: NonNullable<ContentCheck['preview']>; locale: string }

export function Preview({ preview, locale }: PreviewProps) {
  const [width, setWidth] = useState<'phone' | 'wide'>('wide')
  return (
    <>
      <Select
        aria-label={label('content.width')}
        value={width}
        onChange={(event) => setWidth(event.target.value as typeof width)}
      >
        <option value="wide">{label('content.wide')}</option>
        <option value="phone">{label('content.phone')}</option>
      </Select>
      <article className={styles.page} data-width={width} lang={locale} dir={directionOf(locale)}>
        {preview.kind === 'page' ? (
          <>
            <p className={styles.title}>{preview.page.title}</p>
            <p className={styles.lead}>{preview.page.description}</p>
            <Prose blocks={preview.page.blocks} renderLink={deadLink} />
          </>
        ) : (
          preview.topics.map((topic) => (
            <section key={topic.identity}>
              <p className={styles.title}>{topic.title}</p>
              <p className={styles.lead}>{topic.description}</p>
              {topic.questions.map(({ id, question, answer }) => (
                <details key={id} open>
                  <summary>{question}</summary>
                  <Prose blocks={answer} renderLink={deadLink} />
                </details>
              ))}
            </section>
          ))
        )}
      </article>
    </>
  )
}

/** The address is shown on hover; the desk is not the site. */
const deadLink = (href: string, text: string) => (
  <a href={href} title={href} onClick={(event) => event.preventDefault()}>
    {text}
  </a>
)
