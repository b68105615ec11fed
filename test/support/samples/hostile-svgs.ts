/**
 * SVG images that try to run, load, move or exhaust. `RUN` stands for a statement that reports that
 * it ran, `LOAD` for an address that reports that it was loaded.
 * @module
 */

const open = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const svg = (inside: string, attributes = ''): string => `${open}${attributes}>${inside}</svg>`
const shape = '<rect width="9" height="9"/>'
const html = 'http://www.w3.org/1999/xhtml'

/** Attacks; what is kept of one must neither run nor load. */
export const hostileSvgs: readonly string[] = [
  // Scripts.
  svg('<script>RUN</script>'),
  svg('<script><![CDATA[RUN]]></script>'),
  svg('<script type="text/javascript">RUN</script>'),
  svg('<script href="LOAD"/>'),
  svg('<script xlink:href="LOAD"/>'),
  svg('<script href="data:text/javascript,RUN"/>'),
  svg('<g><g><g><script>RUN</script></g></g></g>'),
  svg('<defs><script>RUN</script></defs>'),
  svg('<a><script>RUN</script></a>'),
  svg('<switch><script>RUN</script></switch>'),
  svg('<desc><script>RUN</script></desc>'),
  svg('<title><script>RUN</script></title>'),
  svg('<style><script>RUN</script></style>'),
  svg('<text><tspan><script>RUN</script></tspan></text>'),
  svg(`<script xmlns="${html}">RUN</script>`),
  svg(`<h:script xmlns:h="${html}">RUN</h:script>`),
  `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>RUN</s:script></s:svg>`,
  svg('<s:script xmlns:s="http://www.w3.org/2000/svg">RUN</s:script>'),
  svg(
    '<handler type="text/javascript" ev:event="load" xmlns:ev="http://www.w3.org/2001/xml-events">RUN</handler>',
  ),
  // Event handlers.
  svg(shape, ' onload="RUN"'),
  svg(shape, " onload='RUN'"),
  svg(shape, ' ONLOAD="RUN"'),
  svg(shape, '\nonload\n=\n"RUN"'),
  svg(shape, ' onload="&#x52;UN" '),
  svg('<g onload="RUN"/>'),
  svg('<style onload="RUN">a{fill:red}</style>'),
  svg('<image href="LOAD" onload="RUN" onerror="RUN"/>'),
  svg('<image href="x:" onerror="RUN"/>'),
  svg('<animate onbegin="RUN" attributeName="x" dur="1s"/>'),
  svg('<set onbegin="RUN" attributeName="x" to="1"/>'),
  svg('<animateTransform onbegin="RUN" attributeName="transform" dur="1s"/>'),
  svg('<rect tabindex="0" autofocus="" onfocus="RUN" width="9" height="9"/>'),
  svg(`<text>&lt;/text&gt;&lt;script&gt;RUN&lt;/script&gt;</text>`),
  svg('<text><![CDATA[</text></svg><script>RUN</script>]]></text>'),
  svg('<desc><![CDATA[<img src=x onerror=RUN>]]></desc>'),
  svg('<title><![CDATA[</title><img src=x onerror=RUN>]]></title>'),
  svg('<style><![CDATA[</style><img src=x onerror=RUN>]]></style>'),
  svg('<style>&lt;/style&gt;&lt;img src=x onerror=RUN&gt;</style>'),
  svg('<rect id="&quot;&gt;&lt;script&gt;RUN&lt;/script&gt;" width="9" height="9"/>'),
  svg('<rect class="a&#34; onload=&#34;RUN" width="9" height="9"/>'),
  svg('<rect fill="red&quot; onload=&quot;RUN" width="9" height="9"/>'),
  // Documents inside.
  svg(
    `<foreignObject width="99" height="99"><img xmlns="${html}" src="x:" onerror="RUN"/></foreignObject>`,
  ),
  svg(
    `<foreignObject width="99" height="99"><iframe xmlns="${html}" src="javascript:RUN"/></foreignObject>`,
  ),
  svg(`<foreignObject width="99" height="99"><body xmlns="${html}" onload="RUN"/></foreignObject>`),
  svg(`<foreignObject><script xmlns="${html}">RUN</script></foreignObject>`),
  svg(`<iframe xmlns="${html}" src="javascript:RUN"/>`),
  svg(`<embed xmlns="${html}" src="LOAD"/>`),
  svg(`<object xmlns="${html}" data="LOAD"/>`),
  svg(`<img xmlns="${html}" src="LOAD" onerror="RUN"/>`),
  svg(`<link xmlns="${html}" rel="stylesheet" href="LOAD"/>`),
  svg(`<meta xmlns="${html}" http-equiv="refresh" content="0;url=javascript:RUN"/>`),
  svg(`<video xmlns="${html}" src="LOAD" onerror="RUN"/>`),
  svg(`<audio xmlns="${html}" src="LOAD" onerror="RUN"/>`),
  svg(`<metadata><script>RUN</script></metadata>`),
  // References to elsewhere.
  svg('<image href="LOAD" width="9" height="9"/>'),
  svg('<image xlink:href="LOAD" width="9" height="9"/>'),
  svg('<feImage xlink:href="LOAD"/>'),
  svg(
    '<filter id="f"><feImage href="LOAD"/></filter><rect filter="url(#f)" width="9" height="9"/>',
  ),
  svg('<use href="LOAD#a"/>'),
  svg('<use xlink:href="LOAD#a"/>'),
  svg(`<use href="data:image/svg+xml,${encodeURIComponent(svg('<g id="a" onload="RUN"/>'))}#a"/>`),
  svg('<rect fill="url(LOAD#a)" width="9" height="9"/>'),
  svg('<rect fill="url(\'LOAD#a\')" width="9" height="9"/>'),
  svg('<rect style="fill:url(LOAD#a)" width="9" height="9"/>'),
  svg('<rect style="fill:u\\72l(LOAD#a)" width="9" height="9"/>'),
  svg('<rect style="fill:url/**/(LOAD#a)" width="9" height="9"/>'),
  svg('<rect mask="url(LOAD#a)" width="9" height="9"/>'),
  svg('<rect clip-path="url(LOAD#a)" width="9" height="9"/>'),
  svg('<rect filter="url(LOAD#a)" width="9" height="9"/>'),
  svg('<rect style="cursor:url(LOAD),auto" width="9" height="9"/>'),
  svg(shape, ' style="background:url(LOAD)"'),
  svg(shape, ' style="background:image-set(\'LOAD\' 1x)"'),
  svg(shape, ' style="background:-webkit-image-set(url(LOAD) 1x)"'),
  svg(shape, ' style="--a:url(LOAD);background:var(--a)"'),
  svg(`<style>@import "LOAD";</style>${shape}`),
  svg(`<style>@import url(LOAD);rect{fill:red}</style>${shape}`),
  svg(`<style>a{}@import url(LOAD);</style>${shape}`),
  svg(
    `<style>@font-face{font-family:x;src:url(LOAD)}text{font-family:x}</style><text y="9">x</text>`,
  ),
  svg(`<style>svg{background:url(LOAD)}</style>${shape}`),
  svg(`<style>svg{background:u\\rl(LOAD)}</style>${shape}`),
  svg(`<style>svg{/*}*/background:url(LOAD)}</style>${shape}`),
  svg(`<style>a{font-family:"}svg{background:url(LOAD);font-family:"}</style>${shape}`),
  svg(`<style>@media all{svg{background:url(LOAD)}}</style>${shape}`),
  svg(`<style>svg{background:image-set("LOAD" 1x)}</style>${shape}`),
  `<?xml-stylesheet href="LOAD" type="text/css"?>${svg(shape)}`,
  `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="LOAD"?>${svg(shape)}`,
  // Links, and changes of them.
  svg('<a href="javascript:RUN"><text y="9">x</text></a>'),
  svg('<a xlink:href="javascript:RUN"><text y="9">x</text></a>'),
  svg('<a id="x"><animate attributeName="href" values="javascript:RUN"/><text y="9">x</text></a>'),
  svg('<a id="x"><set attributeName="xlink:href" to="javascript:RUN"/><text y="9">x</text></a>'),
  svg('<use><animate attributeName="href" values="LOAD#a" dur="1s"/></use>'),
  svg('<image><set attributeName="href" to="LOAD"/></image>'),
  svg('<rect><set attributeName="onload" to="RUN"/></rect>'),
  svg(shape, ' xml:base="javascript:"'),
  svg(shape, ' xml:base="LOAD"'),
]

/** Images that are refused as a whole: nobody can tell what they mean, or drawing them never ends. */
export const refusedSvgs: readonly string[] = [
  `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<text>&a;</text>')}`,
  `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`,
  `<!DOCTYPE svg [<!ENTITY % a SYSTEM "http://127.0.0.1/"> %a;]>${svg(shape)}`,
  `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "RUN">]>${svg(shape)}`,
  `<!DOCTYPE html>${svg(shape)}`,
  svg('<text>&nbsp;</text>'),
  svg('<text>&constructor;</text>'),
  svg('<text>&#0;</text>'),
  `<?xml version="1.1"?>${svg('<text>&#1;</text>')}`,
  svg('<!-- a -- b -->'),
  svg('<text>]]></text>'),
  svg('<g a="1"b="2"/>'),
  ` <?xml version="1.0"?>${svg(shape)}`,
  svg('<text>&#xD800;</text>'),
  svg('<text>&</text>'),
  svg('<text>\u0001</text>'),
  svg('<g>'),
  svg('<g></svg>'),
  svg('<g a="1" a="2"/>'),
  svg('<g a=1/>'),
  svg('<g a/>'),
  svg('<g a="<"/>'),
  svg('<!-- '),
  svg('<![CDATA['),
  `${svg(shape)}${svg(shape)}`,
  `${svg(shape)}<script>RUN</script>`,
  `words ${svg(shape)}`,
  '<html><body><svg/></body></html>',
  `<svg xmlns="${html}"><script>RUN</script></svg>`,
  svg('<g>'.repeat(200) + '</g>'.repeat(200)),
  svg('<g id="a"><use href="#a"/></g>'),
  svg('<pattern id="a"><rect fill="url(#a)"/></pattern><rect fill="url(#a)"/>'),
  svg(
    `<g id="a0">${shape}</g>${Array.from(
      { length: 30 },
      (_, index) => `<g id="a${index + 1}">${`<use href="#a${index}"/>`.repeat(10)}</g>`,
    ).join('')}<use href="#a30"/>`,
  ),
]

/** An image of everything that is kept, as it comes out. */
export const harmlessSvg: string =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30" width="40" height="30"><title>T &amp; T</title><defs><linearGradient id="g" x1="0" x2="1"><stop offset="0" stop-color="#f00"/><stop offset="1" style="stop-color:rgb(0,0,255);stop-opacity:0.5"/></linearGradient><clipPath id="c"><circle cx="9" cy="9" r="9"/></clipPath><filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs><style>.a &gt; rect, #b{fill:url(#g);stroke:#000}</style><g class="a" transform="translate(1 2) rotate(45)"><rect id="b" width="9" height="9" clip-path="url(#c)" filter="url(#f)"/></g><path d="M0 0L9 9z" fill="none" stroke="currentColor"/><use href="#b" x="3"/><text x="1" y="9" font-family="Arial, \'Noto Sans\'" xml:space="preserve">a  <tspan dx="1">b</tspan></text></svg>'
