import { embedProtocol, frameElement, frameWatcher } from '@bank/contracts/embed-frame';
import { describeThrown } from '../remotes/inline-errors';

/** The hash of nothing that exists (W3C SRI): a file that must match it is refused. */
const unmatchable = `sha256-${'A'.repeat(43)}=`;

const texts = {
  fr: ['Bank PCS ne répond pas ici pour l’instant.', 'Réessayer'],
  en: ['Bank PCS is not responding here at the moment.', 'Try again'],
};

/** The notice as CSSOM, which no policy forbids; tokens of the design system where its style sheet is there. */
const looks = {
  notice:
    'display:grid;gap:1rem;justify-items:start;max-width:30rem;margin-inline:auto;padding:1.5rem 1rem;font-family:var(--font,system-ui)',
  button:
    'min-height:var(--control-height,2.75rem);padding-inline:1rem;border:1px solid var(--line-strong,ButtonBorder);border-radius:var(--radius-field,6px);background:var(--surface,ButtonFace);color:var(--ink,ButtonText);font:inherit;font-weight:600;cursor:pointer',
};

/** How long a widget may take from the page's `init` to its first view, ms: the page's loader removes the frame soon after. */
const firstViewMs = 2_500;

/**
 * The only inline script of a frame, hashed in its policy: it works when a file of the frame is missing, blocked or altered, or when
 * none of them draws the widget. It then shows a notice whose button loads another release, lets the page know that there is something
 * to see, and reports the failure. A file that failed is fetched once more, since browsers keep files for a year. It also has the hash of
 * each part that a frame loads late (`IntegrityPlugin` of the build). Releases that do not know it run with it too.
 */
export const frameWatch = `(function(d,w,texts,looks,isStarted,hasFailed,isSent,cached,init,port,bad){
function data(){return cached=cached||JSON.parse(d.getElementById('${frameElement}').textContent)}
function isEmpty(){var r=d.getElementById('root');return !r||!r.hasChildNodes()}
function nameOf(address){return address.split('/').pop()}
function show(){var t=texts[d.documentElement.lang]||texts.fr,n=d.createElement('main'),p=d.createElement('p'),b=d.createElement('button'),
r=data().release;n.style.cssText=looks.notice;b.style.cssText=looks.button;b.type='button';b.textContent=t[1];p.setAttribute('role','alert');
b.onclick=function(){var a=new URL(location.href);if(r)a.searchParams.set('avoid',r.remote+'@'+r.version);
function go(){location.replace(a)}bad?fetch(bad,{cache:'reload',credentials:'omit'}).then(go,go):go()};
n.append(p,b);d.getElementById('root').replaceChildren(n);p.textContent=t[0]}
function report(error,isBroken){var c=data(),r=c.release;if(isSent||!r||!navigator.onLine)return;isSent=1;
fetch('/api/embed/errors',{method:'POST',keepalive:true,credentials:'omit',headers:{'Content-Type':'application/json'},
body:JSON.stringify({partner:c.partner,widget:c.widget,token:c.token,is_broken:isBroken,reason:error.stack?'render':'load',
errors:[{remote:r.remote,version:r.version,kind:isBroken?'render':'uncaught',name:error.name||'LoadError',message:error.message,
stack:error.stack||'',count:1}]})}).catch(function(){})}
function answer(){var e=d.documentElement,t=String(init.theme),dark=/\\bdark\\b/.test(t),auto=/\\bauto\\b/.test(t);
e.lang=/^en\\b/i.test(init.locale)?'en':'fr';e.style.colorScheme=auto?'light dark':dark?'dark':'light';
e.dataset.theme=dark||auto&&matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';
show();port.postMessage(Object.assign({v:Math.min(init.v,${embedProtocol}),type:'ready'},data().mark))}
function fail(error){if(hasFailed||!isEmpty()||parent===w)return;hasFailed=1;
function go(){port?answer():show();report(error,true)}
d.readyState==='loading'?d.addEventListener('DOMContentLoaded',go):go()}
w.addEventListener('message',function(e){var m=Object(e.data);
if(hasFailed)e.stopImmediatePropagation();
if(port||e.source!==parent||e.origin!==data().page||m.type!=='init'||!e.ports[0])return;init=m;port=e.ports[0];
hasFailed?answer():setTimeout(fail,${firstViewMs},{message:'nothing was shown'})});
w.addEventListener('error',function(e){var a=e.target.src||e.target.href,f=a||e.filename;
if(!/\\/embed\\/assets\\//.test(f)||isStarted&&!a)return;bad=a;
fail(a?{message:nameOf(a)+' did not load'}:thrown(e))},true);
${describeThrown}
Object.defineProperty(w,'bankIntegrity',{value:function(address){var f=data().files,n=nameOf(address);
return f?Object.hasOwn(f,n)?f[n]:'${unmatchable}':''}});
Object.defineProperty(w,'${frameWatcher}',{value:{start:function(){return !hasFailed&&(isStarted=true)},show:show,
lost:function(address){var isGone=isEmpty();if(isGone)show();report({message:nameOf(address)+' did not load'},isGone)}}})
})(document,window,${JSON.stringify(texts)},${JSON.stringify(looks)})`;
