/**
 * The few lines that run before the bundles: pictures first, then scripts, unless the visitor is quicker. What is
 * pressed meanwhile is pressed again once the page is alive; links, forms and popovers work without.
 */
import type { PageAssets } from './manifest.ts'

const latestMs = 2000

export function startScript({ entry, preloads }: Pick<PageAssets, 'entry' | 'preloads'>): string {
  return (
    `(()=>{let begun,pressed=[];const d=document,go=()=>{if(begun)return;begun=1;${JSON.stringify(preloads)}.map(h=>{const l=d.createElement("link");l.rel="modulepreload";l.href=h;d.head.append(l)});import(${JSON.stringify(entry)})},` +
    'hold=e=>{const b=e.target.closest&&e.target.closest("button[type=button]:not([popovertarget])");if(b){pressed.push(b);go()}};' +
    'd.addEventListener("click",hold,true);' +
    'addEventListener("fairhouse:alive",()=>{d.removeEventListener("click",hold,true);pressed.map(b=>b.click())},{once:true});' +
    '["pointerdown","keydown","touchstart"].map(n=>addEventListener(n,go,{once:true,passive:true}));' +
    // At load the pictures are there but not yet painted: two frames later they are, and then the first quiet moment is the scripts'.
    'const soon=()=>requestAnimationFrame(()=>requestAnimationFrame(()=>self.requestIdleCallback?requestIdleCallback(go,{timeout:300}):setTimeout(go)));' +
    `if(d.readyState==="complete")soon();else addEventListener("load",soon,{once:true});setTimeout(go,${latestMs})})()`
  )
}
