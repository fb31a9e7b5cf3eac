/** What surrounds every page of the desk: where one can go, and who one is. */
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { DeskOperator } from '#contract/desk/session.ts'
import { Badge } from '#web/design/badge/badge.tsx'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Icon } from '#web/design/icon/icon.tsx'
import { Spinner } from '#web/design/spinner/spinner.tsx'
import { call } from './api.ts'
import { Palette } from './find/palette.tsx'
import { useKeys } from './keys.ts'
import { label } from './labels.ts'
import { PageBoundary } from './page-boundary.tsx'
import { findPage, groups, mayOpen, type Page, pages } from './pages.ts'
import { follow, go, usePlace } from './place.ts'
import styles from './shell.module.css'
import { useRowKeys } from './use-row-keys.ts'
import { showWaiting, useWaiting } from './waiting.ts'

/** Loaded when it is first opened, unlike the palette, into which one types at once. */
const KeyHelp = lazy(async () => ({ default: (await import('./find/key-help.tsx')).KeyHelp }))

export function Shell({ operator }: { operator: DeskOperator }) {
  const { pathname } = usePlace()
  const found = findPage(pathname)
  const [opened, setOpened] = useState<'find' | 'keys' | null>(null)
  const close = () => setOpened(null)
  useKeys({ find: () => setOpened('find'), help: () => setOpened('keys'), goTo: go })
  useRowKeys()
  const isWide = useWide()
  const [isMenuOpen, setMenuOpen] = useState(false)
  // On a phone a page that one has chosen takes the menu's place.
  const [shown, setShown] = useState(pathname)
  if (shown !== pathname) {
    setShown(pathname)
    setMenuOpen(false)
  }
  const [isLeaving, setLeaving] = useState(false)
  const signOut = async () => {
    setLeaving(true)
    await call('DELETE /api/session').catch(() => undefined)
    // A new page: nothing of this operator stays in memory. After a failure it shows whether the session is still open.
    location.assign('/')
    setLeaving(false)
  }
  return (
    <div className={styles.shell}>
      <title>
        {[operator.isDrill && label('drillMark'), titleOf(found), label('title')].filter(Boolean).join(' · ')}
      </title>
      <header className={styles.header}>
        {isWide ? (
          <p className={styles.brand}>{label('title')}</p>
        ) : (
          <Button
            size="s"
            icon="menu"
            aria-label={label('menu')}
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(!isMenuOpen)}
          />
        )}
        <Button size="s" icon="search" onClick={() => setOpened('find')}>
          {label('find.button')}
        </Button>
        {operator.isDrill && <Badge tone="warning">{label('drillMark')}</Badge>}
        <p className={styles.who}>{label('signedInAs', { name: operator.name })}</p>
        <Button size="s" icon="log-out" aria-label={label('signOut')} isBusy={isLeaving} onClick={() => void signOut()}>
          {isWide && label('signOut')}
        </Button>
      </header>
      <Suspense>
        {opened === 'find' && <Palette operator={operator} onClose={close} />}
        {opened === 'keys' && <KeyHelp operator={operator} onClose={close} />}
      </Suspense>
      {(isWide || isMenuOpen) && <Menu operator={operator} current={found?.page} isWide={isWide} />}
      <main className={styles.main} id="main">
        {operator.isDrill && (
          <p className={styles.notice}>
            <Icon name="alert" />
            <span>{label('drill')}</span>
          </p>
        )}
        <WaitingNotice />
        {!found ? (
          <Empty icon="search" title={label('notFound')} as="h1">
            {label('notFoundHint')}
          </Empty>
        ) : mayOpen(operator, found.page) ? (
          <PageBoundary key={pathname}>
            <Suspense fallback={<Spinner label={label('loading')} />}>
              <found.page.View operator={operator} params={found.params} />
            </Suspense>
          </PageBoundary>
        ) : (
          <Empty icon="lock" title={label('notPermitted')} as="h1">
            {label('notPermittedHint')}
          </Empty>
        )}
      </main>
    </div>
  )
}

/** Of an object, with the beginning of its id: an operator has several of them in tabs. */
function titleOf(found: ReturnType<typeof findPage>): string {
  if (!found) return label('notFound')
  return [label(found.page.title), ...Object.values(found.params).map((each) => each.slice(0, 8))].join(' ')
}

type MenuProps = { operator: DeskOperator; current: Page | undefined; isWide: boolean }

/** The pages that one may open, by group. On a phone only the group of the current page is open at first. */
function Menu({ operator, current, isWide }: MenuProps) {
  const listed = pages.filter((page) => !page.isUnlisted && mayOpen(operator, page))
  const isCurrent = (page: Page) => isWithin(current?.path, page.path)
  const link = (page: Page) => (
    <a key={page.path} href={page.path} onClick={follow} aria-current={isCurrent(page) ? 'page' : undefined}>
      <Icon name={page.icon} />
      {label(page.title)}
    </a>
  )
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <nav ref={nav} className={styles.nav} aria-label={label('menu')}>
      {listed.filter(({ group }) => !group).map(link)}
      {groups.map((group) => {
        const own = listed.filter((page) => page.group === group)
        if (own.length === 0) return null
        return (
          <details key={group} open={isWide || own.some(isCurrent)}>
            <summary>
              {label(`group.${group}`)}
              <Icon name="chevron-down" />
            </summary>
            {own.map(link)}
          </details>
        )
      })}
    </nav>
  )
}

const wide = matchMedia('(min-width: 768px)')
const onWide = (listener: () => void) => {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
const useWide = () => useSyncExternalStore(onWide, () => wide.matches)

/** Of a call that was stored as a request: what happened, and where it can be followed. */
function WaitingNotice() {
  const request = useWaiting()
  return (
    <div role="status">
      {request && (
        <p className={styles.notice}>
          <Icon name="clock" />
          <span>
            {label('requests.waiting')}{' '}
            <a href={`/requests/${request}`} onClick={follow}>
              {label('requests.openIt')}
            </a>
          </span>
          <Button size="s" onClick={() => showWaiting(null)}>
            {label('close')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** A page that is reached from another one, such as `/chat/{id}`, belongs to that one in the menu. */
const isWithin = (page: string | undefined, path: string): boolean =>
  page === path || (path !== '/' && page !== undefined && page.startsWith(`${path}/`))
