/** The page with self-test, budget calculator and links to help, for guests and players. */
import { ButtonLink } from '../design/button/button.tsx'
import { Card } from '../design/card/card.tsx'
import { BudgetForm } from '../features/safer-play/budget-form.tsx'
import { HelpList } from '../features/safer-play/help-list.tsx'
import { SelfTest } from '../features/safer-play/self-test.tsx'
import { useLabels } from '../render/labels.tsx'
import { defineRoute } from '../render/page.ts'
import { Page } from '../shell/page-frame.tsx'
import styles from './safer-play.module.css'

export const route = defineRoute({
  labels: ['safer-play'],
  content: ['global-components'],
  meta: ({ t }) => ({ title: t('title'), description: t('lead') }),
  View: SaferPlay,
})

function SaferPlay() {
  const t = useLabels('safer-play')
  return (
    <Page title={t('title')} lead={t('lead')} width="list">
      <div className={styles.cards}>
        <Card title={t('testTitle')}>
          <p>{t('testText')}</p>
          <SelfTest />
        </Card>
        <Card title={t('budgetTitle')}>
          <p>{t('budgetText')}</p>
          <BudgetForm />
        </Card>
        <Card title={t('helpTitle')}>
          <p>{t('helpText')}</p>
          <HelpList />
        </Card>
        <p className={styles.links}>
          <ButtonLink to="/profile/limits">{t('toLimits')}</ButtonLink>
          <ButtonLink to="/static/responsible-gaming">{t('more')}</ButtonLink>
        </p>
      </div>
    </Page>
  )
}
