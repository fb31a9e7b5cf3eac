/** What surrounds every page of the desk: where one can go, and who one is. */
import type { ComponentType } from 'react'
import { includesScope, type Scope } from '#contract/desk/scopes.ts'
import type { DeskOperator } from '#contract/desk/session.ts'
import { Button } from '#web/design/button/button.tsx'
import { Empty } from '#web/design/empty/empty.tsx'
import { Icon, type IconName } from '#web/design/icon/icon.tsx'
import { Acts } from './acts.tsx'
import { call } from './api.ts'
import { Home } from './home.tsx'
import { label, type Label } from './labels.ts'
import { People } from './people.tsx'
import { follow, usePlace } from './place.ts'
import { Sessions } from './sessions.tsx'
import styles from './shell.module.css'

export type PageProps = { operator: DeskOperator }
type Page = { path: string; title: Label; icon: IconName; scope: Scope | null; View: ComponentType<PageProps> }

/** Every page of the desk. A page whose scope an operator lacks is not listed, and says so when it is opened. */
const pages: Page[] = [
  { path: '/', title: 'home', icon: 'home', scope: null, View: Home },
  { path: '/people', title: 'people', icon: 'user', scope: 'operators:read', View: People },
  { path: '/acts', title: 'acts', icon: 'history', scope: 'audit:read', View: Acts },
  { path: '/sessions', title: 'sessions', icon: 'screen', scope: null, View: Sessions },
]

export function Shell({ operator }: PageProps) {
  const { pathname } = usePlace()
  const mayOpen = ({ scope }: Page) => scope === null || includesScope(operator.scopes, scope)
  const page = pages.find(({ path }) => path === pathname) ?? pages[0]!
  const signOut = async () => {
    await call('DELETE /api/session').catch(() => undefined)
    // A new page: nothing of this operator stays in memory.
    location.assign('/')
  }
  return (
    <div className={styles.shell}>
      <title>{`${label(page.title)} · ${label('title')}`}</title>
      <header className={styles.header}>
        <p className={styles.brand}>{label('title')}</p>
        <p className={styles.who}>{label('signedInAs', { name: operator.name })}</p>
        <Button size="s" icon="log-out" onClick={() => void signOut()}>
          {label('signOut')}
        </Button>
      </header>
      <nav className={styles.nav} aria-label={label('menu')}>
        {pages.filter(mayOpen).map(({ path, title, icon }) => (
          <a key={path} href={path} onClick={follow} aria-current={path === page.path ? 'page' : undefined}>
            <Icon name={icon} />
            {label(title)}
          </a>
        ))}
      </nav>
      <main className={styles.main} id="main">
        {mayOpen(page) ? (
          <page.View operator={operator} />
        ) : (
          <Empty icon="lock" title={label('notPermitted')} as="h1">
            {label('notPermittedHint')}
          </Empty>
        )}
      </main>
    </div>
  )
}
