/** The submit button with a list of missing fields below it. */
import type { ReactNode } from 'react'
import { Button } from '../design/button/button.tsx'
import { useLabels, useList } from '../render/labels.tsx'
import type { DescribedForm } from './use-described-form.ts'
import styles from './forms.module.css'

export function SubmitBar({
  of: { missing, texts, formError, isBusy, canSubmit },
  children,
}: {
  of: DescribedForm
  children: ReactNode
}) {
  const t = useLabels('fields')
  const list = useList()
  const names = missing.map((id) => texts.fields[id]?.short ?? texts.fields[id]?.label ?? id)
  return (
    <div className={styles.submit}>
      {formError && (
        <p className={styles.formError} role="alert">
          {formError}
        </p>
      )}
      <Button
        type="submit"
        tone="primary"
        size="l"
        isWide
        isBusy={isBusy}
        disabled={!canSubmit}
        aria-describedby="submit-note"
      >
        {children}
      </Button>
      <p id="submit-note" className={styles.missing} aria-live="polite">
        {names.length > 0 ? t('stillNeeded', { fields: list(names) }) : null}
      </p>
    </div>
  )
}
