import { hostConfigElement, hostStarted } from '@bank/contracts/routes';
import { describeThrown } from './inline-errors';

/** How long a shell may take from its last script to its first view, ms. */
const startMs = 10_000;

/**
 * Reports a shell that does not start: a script of it is missing or altered, it throws, or nothing is shown after its scripts ran.
 * By itself, since no script of the shell may have run; what happens later the shell reports (`remote-reports.ts` and
 * `error-reports.ts` of libs/client).
 */
export const hostWatch = `(function(d,w,t){function fail(e,late){if(w.${hostStarted}||!navigator.onLine)return;var s=e.target.src;
if(!/\\/assets\\//.test(s||e.filename||e.reason&&e.reason.stack))return;w.${hostStarted}=1;
var c=JSON.parse(d.getElementById('${hostConfigElement}').textContent),r={remote:c.site,version:c.host_version,count:1};
function send(to,body){fetch(c.api_base+'/remotes/'+to,{method:'POST',keepalive:true,headers:{'Content-Type':'application/json'},
body:JSON.stringify(body)})}
send('reports',{reports:[Object.assign({kind:s&&!late?'load':'render'},r)]});
send('errors',{errors:[Object.assign({kind:'render'},r,!s?thrown(e):{name:'LoadError',stack:'',
message:late?'nothing was shown':s.split('/').pop()+' did not load'})]})}
${describeThrown}
w.addEventListener('error',fail,true);w.addEventListener('unhandledrejection',fail);
d.addEventListener('load',function(e){if(e.target.src){clearTimeout(t);t=setTimeout(fail,${startMs},{target:e.target},1)}},true)})(document,window)`;
