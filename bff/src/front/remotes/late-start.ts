import type { PublishedRemote } from '@bank/contracts/remotes';
import { pressedBefore } from '@bank/contracts/routes';

/** A file with its hash (W3C SRI). */
type CheckedFile = [address: string, integrity: string];

/** What a prerendered page loads once it needs it. */
export interface LateFiles {
  /** Executed in order. */
  scripts: CheckedFile[];
  /** Of the remote that owns the page, fetched meanwhile. */
  preload: { scripts: CheckedFile[]; styles: CheckedFile[] };
  /** A form has opened a session, which the shell takes over. */
  atOnce: boolean;
}

/** Not the movement of a pointer: one that rests where the page appears moves too. */
const signsOfUse = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'wheel', 'scroll'];

/**
 * The only script that a prerendered page starts with. It loads the shell when the page is used, or has loaded and the browser
 * is idle; at once for a signed-in person, for whom the page looks different; without use never where the browser saves data.
 * A button that needs the shell and is pressed earlier is pressed again by `pressedEarlier` of libs/client.
 */
export const lateStart = `(function(d,w){var tag=d.currentScript,files=JSON.parse(tag.dataset.files),begun,signedIn;
function add(name,attributes){var e=d.createElement(name);e.crossOrigin='anonymous';for(var key in attributes)e[key]=attributes[key];d.head.append(e)}
function hint(as){return function(f){add('link',{rel:'preload',as:as,integrity:f[1],href:f[0]})}}
function begin(){if(begun)return;begun=true;
${JSON.stringify(signsOfUse)}.forEach(function(sign){w.removeEventListener(sign,begin,true)});
files.scripts.forEach(function(f){add('script',{async:false,integrity:f[1],src:f[0]})});
files.preload.scripts.forEach(hint('script'));files.preload.styles.forEach(hint('style'))}
d.addEventListener('click',function(e){var b=e.target.closest('.needs-script button,button.needs-script');if(b)w.${pressedBefore}=b});
try{signedIn=localStorage.getItem('access_token')!==null}catch(e){}
if(signedIn||files.atOnce)return begin();
${JSON.stringify(signsOfUse)}.forEach(function(sign){w.addEventListener(sign,begin,{capture:true,passive:true})});
if(navigator.connection&&navigator.connection.saveData)return;
w.addEventListener('load',function(){w.requestIdleCallback?requestIdleCallback(begin,{timeout:1000}):setTimeout(begin,100)})
})(document,window)`;

/** What the script loads for a page of `remote`. */
export function lateFiles(
  files: { scripts: string[]; integrity: Record<string, string> },
  { base, remote, atOnce }: { base: string; remote: PublishedRemote; atOnce: boolean },
): LateFiles {
  const checked = (file: string): CheckedFile => [
    file,
    remote.files[file.slice(file.lastIndexOf('/') + 1)] ?? '',
  ];
  return {
    scripts: files.scripts.map((file) => [base + file, files.integrity[file] ?? '']),
    preload: {
      scripts: [remote.entry, ...remote.preload.scripts].map(checked),
      styles: remote.preload.styles.map(checked),
    },
    atOnce,
  };
}
