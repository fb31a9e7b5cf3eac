import type { Locator, Page } from 'playwright-core'

export const dialogOf = (page: Page, key: string): Locator => page.locator(`[role=dialog][data-modal="${key}"]`)
