// Builds lit, layered SVG from plain silhouettes, so that all game art has the same lighting.

export type Material = {
  /** From lit to shaded; two or more colours. */
  fill: readonly string[]
  rim: string
  shade: string
  /** `round` shades like a ball, `flat` like a tilted plane. */
  body?: 'round' | 'flat'
  outline?: string
}

export type FormOptions = {
  /** Width of the bevel in user units; 0 leaves the form flat. */
  depth?: number
  /** Painted over the body and clipped to the silhouette. */
  inside?: () => void
  opacity?: number
  outline?: number
}

export type Light = { x: number; y: number }

export type Drawing = ReturnType<typeof drawing>

export type Painter = (on: Drawing) => void

const shortened = (text: string) =>
  text.replace(/-?\d*\.\d{2,}/g, (figure) => String(Number(Number(figure).toFixed(1))))

/** The two ends of a gradient along the light direction, over the unit box. */
function gradientEnds({ x, y }: Light): string {
  const end = (along: number) => ((1 + along) / 2).toFixed(2)
  return `x1="${end(x)}" y1="${end(y)}" x2="${end(-x)}" y2="${end(-y)}"`
}

const stops = (colours: readonly string[]) =>
  colours
    .map((colour, index) => {
      const [tone, opacity] = colour.split('/')
      const at = colours.length === 1 ? 0 : index / (colours.length - 1)
      return `<stop offset="${Number(at.toFixed(2))}" stop-color="${tone}"${opacity ? ` stop-opacity="${opacity}"` : ''}/>`
    })
    .join('')

/** `light` points from the centre towards the light; colours may carry an opacity as `#abc/.5`. */
export function drawing(light: Light = { x: -0.6, y: -0.8 }) {
  const definitions = new Map<string, { id: string; markup: string }>()
  const marks: string[] = []

  function define(kind: string, markup: (id: string) => string): string {
    const known = definitions.get(kind)
    if (known) return known.id
    const id = `k${definitions.size.toString(36)}`
    definitions.set(kind, { id, markup: markup(id) })
    return id
  }

  const linear = (colours: readonly string[], ends = gradientEnds(light)) =>
    `url(#${define(`l${ends}${colours.join()}`, (id) => `<linearGradient id="${id}" ${ends}>${stops(colours)}</linearGradient>`)})`
  const down = (colours: readonly string[]) => linear(colours, 'x1="0" y1="0" x2="0" y2="1"')
  const across = (colours: readonly string[]) => linear(colours, '')
  const radial = (colours: readonly string[], at = 'cx=".5" cy=".5" r=".5"') =>
    `url(#${define(`r${at}${colours.join()}`, (id) => `<radialGradient id="${id}" ${at}>${stops(colours)}</radialGradient>`)})`
  const blur = (radius: number) =>
    `url(#${define(`b${radius}`, (id) => `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${radius}"/></filter>`)})`

  const add = (markup: string) => void marks.push(markup)

  function group(attributes: string, paint: () => void) {
    add(`<g ${attributes}>`)
    paint()
    add('</g>')
  }

  function clip(silhouette: string, paint: () => void) {
    const id = define(`c${silhouette}`, (own) => `<clipPath id="${own}"><path d="${silhouette}"/></clipPath>`)
    group(`clip-path="url(#${id})"`, paint)
  }

  const path = (d: string, attributes: string) => add(`<path d="${d}" ${attributes}/>`)
  const line = (d: string, colour: string, width: number, more = '') =>
    add(
      `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`,
    )

  /** A soft pool of light. */
  const glow = (x: number, y: number, rx: number, colour: string, opacity = 1, ry = rx) =>
    add(
      `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${radial([`${colour}/${opacity}`, `${colour}/${(opacity * 0.35).toFixed(2)}`, `${colour}/0`])}"/>`,
    )

  /** A highlight on a polished surface. */
  const gloss = (x: number, y: number, rx: number, ry: number, turn = 0, opacity = 0.8) =>
    add(
      `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" transform="rotate(${turn} ${x} ${y})" fill="${down([`#fff/${opacity}`, '#fff/.05'])}"/>`,
    )

  /** A body with an outline, a shaded far side and a rim on the lit side. */
  function form(d: string, material: Material, options: FormOptions = {}) {
    const depth = options.depth ?? 1
    const id = define(`p${d}`, (own) => `<path id="${own}" d="${d}"/>`)
    const cut = define(`u${id}`, (own) => `<clipPath id="${own}"><use href="#${id}"/></clipPath>`)
    const at = `cx="${(0.5 + light.x * 0.25).toFixed(2)}" cy="${(0.5 + light.y * 0.25).toFixed(2)}" r=".8"`
    const body = material.body === 'round' ? radial(material.fill, at) : linear(material.fill)
    const use = (attributes: string) => add(`<use href="#${id}" ${attributes}/>`)
    const shift = (by: number) => `transform="translate(${(light.x * by).toFixed(1)} ${(light.y * by).toFixed(1)})"`
    add(`<g${options.opacity ? ` opacity="${options.opacity}"` : ''}>`)
    const outline = options.outline ?? 1.6
    if (outline)
      use(
        `fill="none" stroke="${material.outline ?? material.shade}" stroke-width="${outline * 2}" stroke-linejoin="round"`,
      )
    use(`fill="${body}"`)
    group(`clip-path="url(#${cut})"`, () => {
      options.inside?.()
      if (!depth) return
      use(
        `fill="none" stroke="${material.shade}" stroke-opacity=".6" stroke-width="${9 * depth}" filter="${blur(2.4 * depth)}" ${shift(4 * depth)}`,
      )
      use(
        `fill="none" stroke="${material.rim}" stroke-width="${2.2 * depth}" filter="${blur(0.5 * depth)}" stroke-opacity=".9" ${shift(-1.5 * depth)}`,
      )
    })
    add('</g>')
  }

  /** Groups what is painted, with a shadow below and optionally an aura around. */
  function lifted(shadow: string, paint: () => void, aura?: string) {
    const id = define(`s${shadow}${aura}`, (own) => {
      const halo = aura
        ? `<feDropShadow dx="0" dy="0" stdDeviation="4" flood-color="${aura}" flood-opacity=".75"/>`
        : ''
      return `<filter id="${own}" x="-20%" y="-20%" width="140%" height="140%"><feDropShadow dx="0" dy="2.5" stdDeviation="2" flood-color="${shadow}" flood-opacity=".7"/>${halo}</filter>`
    })
    group(`filter="url(#${id})"`, paint)
  }

  function finish(width: number, height: number, fit = ''): string {
    const shared = [...definitions.values()].map(({ markup }) => markup).join('')
    const view = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"`
    return shortened(
      `<svg ${view}${fit ? ` preserveAspectRatio="${fit}"` : ''}><defs>${shared}</defs>${marks.join('')}</svg>`,
    )
  }

  return { linear, down, across, radial, blur, add, group, clip, path, line, glow, gloss, form, lifted, finish }
}

/** Places a symbol of 100 by 100 on a larger picture. */
export function place(on: Drawing, paint: Painter, x: number, y: number, scale: number, turn = 0) {
  on.group(`transform="translate(${x} ${y}) scale(${scale})${turn ? ` rotate(${turn} 50 50)` : ''}"`, () => paint(on))
}
