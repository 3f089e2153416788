/**
 * For inline scripts, which can import nothing: the function `thrown` makes of an event of a thrown error what a report has of it, with
 * its place. What may be personal in a message stays in the browser, as `scrubbedText` of the contracts has it.
 */
export const describeThrown = `function thrown(e){var x=e.error||e.reason||{};return{name:String(x.name||'Error').slice(0,60),
message:String(e.message||x.message||'').slice(0,300).replace(/(["'\`«]).*?["'\`»]|\\S*@\\S*|\\d+/g,'#'),
stack:e.filename?'    at '+e.filename+':'+e.lineno+':'+e.colno:String(x.stack||'').split('\\n').filter(function(l){
return /https?:\\/\\/\\S+:\\d+:\\d+\\)?$/.test(l)}).join('\\n').slice(0,6000)}}`;
