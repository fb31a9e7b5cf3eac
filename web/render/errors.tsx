/** The error page: for an unknown URL, a failed page, and a failed document. */
import type { ReactNode } from 'react'
import { useContent } from '../api/use-content.ts'
import { Icon } from '../design/icon/icon.tsx'
import { ButtonLink } from '../design/button/button.tsx'
import { Boundary } from './boundary.tsx'
import { useLabels } from './labels.tsx'
import { useLocalePath, useLocation } from './router.tsx'
import styles from './errors.module.css'

type ErrorWords = { title: string; description: string; buttonLabel: string }

/** The content's error.title, error.description and error.buttonLabel override the default texts. */
export function ErrorPage({ fault }: { fault: 'notFound' | 'failed' }) {
  const t = useLabels('errors')
  const content = useContent<ErrorWords>('layout', 'error')
  const home = useLocalePath()('/')
  const title = content.title ?? t(fault === 'notFound' ? 'notFound' : 'title')
  return (
    <section className={styles.page}>
      <Icon name={fault === 'notFound' ? 'compass' : 'alert'} size={40} />
      <h1>{title}</h1>
      <p>{content.description ?? t('description')}</p>
      {/* A full document load, because more than this page may have failed. */}
      <ButtonLink to="/" href={home} tone="primary" data-document={fault === 'failed' ? '' : undefined}>
        {content.buttonLabel ?? t('homepage')}
      </ButtonLink>
    </section>
  )
}

/** Keeps the shell visible when a page's view throws; navigation resets it. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { page } = useLocation()
  return (
    <Boundary resetKey={page.pathname} fallback={() => <ErrorPage fault="failed" />}>
      {children}
    </Boundary>
  )
}
