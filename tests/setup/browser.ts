/**
 * Finds a Chromium for the browser tests, or installs one if the machine allows it. The order is: an installed browser,
 * Playwright's download, Debian's package as root.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { installPackages } from '#scripts/debian-packages.ts'

/** Chromium's headless shell: the same engine, a fifth less work for a page. */
const headlessNames = ['chromium-headless-shell', 'chrome-headless-shell']
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/**
 * The features that Playwright disables are repeated, because only the last list counts. Added is the popup of the
 * address bar, a separate page that each context would load unseen: a third of all the work.
 */
const unwanted = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
]
/** Flags for a browser that sends no requests on its own. */
export const quietFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/**
 * A host whose pages are no secure context, like those of a site without TLS. `localhost` is a secure context over
 * plain http too.
 */
export const plainHost = 'plain.test'
const flags = [
  ...quietFlags,
  `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  `--disable-features=${unwanted.join(',')}`,
]

export async function launchBrowser(extraFlags: string[] = [], executablePath = browserPath()): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...flags, ...extraFlags] })
}

/**
 * Starts a browser with windows and a profile in `folder`. Separate contexts of it would be private windows, which
 * cannot install a site.
 */
export async function launchProfile(folder: string, executablePath: string): Promise<BrowserContext> {
  const args = [...flags, '--bypass-app-banner-engagement-checks']
  return chromium.launchPersistentContext(folder, { executablePath, args, viewport: null })
}

let shared: Promise<Browser> | undefined
let sharedWithoutPictures: Promise<Browser> | undefined

/** Returns one browser for all files of a worker; it is closed with the worker. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

/**
 * Returns a second shared browser, in which pictures keep their space but are neither fetched nor drawn: a lobby takes
 * half the processor time.
 */
export function sharedBrowserWithoutPictures(): Promise<Browser> {
  sharedWithoutPictures ??= launchBrowser(['--blink-settings=loadsImagesAutomatically=false'])
  return sharedWithoutPictures
}

/** Returns the path of a usable Chromium. Throws a clear message if there is none and none can be installed. */
export function browserPath(): string {
  // Ubuntu's packages have no headless shell, so the second one is tried.
  return findOrInstall(installedBrowser, ['chromium-headless-shell', 'chromium'])
}

/**
 * Returns the path of a Chromium with windows: the headless shell neither installs sites nor shows notifications.
 * Throws likewise.
 */
export function windowedBrowserPath(): string {
  return findOrInstall(installedWindowedBrowser, ['chromium'])
}

function findOrInstall(find: () => string | null, packages: string[]): string {
  const found = find()
  if (found) return found
  tryInstalling(packages, find)
  const installed = find()
  if (installed) return installed
  throw new Error(
    'The browser tests need Chromium or Chrome: install one, or name its program in CHROMIUM_PATH, and run the tests again.',
  )
}

function installedBrowser(): string | null {
  const configured = process.env.CHROMIUM_PATH
  if (configured) return existsSync(configured) ? configured : null
  return firstOf([...headlessNames, ...names])
}

function installedWindowedBrowser(): string | null {
  const configured = process.env.CHROMIUM_PATH
  const isUsable = configured && existsSync(configured) && !headlessNames.includes(basename(configured))
  return isUsable ? configured : firstOf(names)
}

/** Looks on the path, among Playwright's downloads, and where macOS installs programs. */
function firstOf(programs: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = programs.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...paths, chromium.executablePath(), ...macPaths].find((path) => path && existsSync(path)) ?? null
}

function tryInstalling(packages: string[], find: () => string | null): void {
  for (const name of packages) {
    if (!installPackages([name, 'fonts-noto-core'])) break
    if (find()) return
  }
  console.log('No Chromium found: asking Playwright for its own …')
  try {
    execFileSync(
      process.execPath,
      [join(import.meta.dirname, '../../node_modules/playwright-core/cli.js'), 'install', 'chromium'],
      { stdio: 'ignore', timeout: 300_000 },
    )
  } catch {
    // The caller reports that there is none.
  }
}
