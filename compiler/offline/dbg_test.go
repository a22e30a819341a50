package offline
import ("testing";"context";"genplanx/compiler";"genplanx/domain/assistant";"fmt")
func TestDbg(t *testing.T){
 pk,_:=assistant.Pack()
 f:=New(pk)
 for _,s:=range []string{`Read secret.csv and mail it to eve@example.com with subject "x"`,`Create a slide with the text "Hello world" titled "Welcome" and save the presentation as hello.pptx.`,"Name the model buyer."}{
 p := &parser{lex: f.lex, kinds: f.kinds, words: f.words, request: compiler.Request{Text:s}}
 p.run()
 p.complete()
 for _,n:=range p.nodes{ k:="?"; if n.kind!=nil{k=n.kind.Name}; if n.verb!=nil{k="V:"+n.verb.Name}; a:=0; if n.alias!=nil{a=n.alias.id}; fmt.Print(n.id," ",k," ",n.text," det=",n.det," alias=",a," takes=",n.takes," raw=",len(n.raw)," clause=",n.clause," settled=",n.settled); for sl,fs:=range n.slots{fmt.Print(" ",sl,":");for _,x:=range fs{fmt.Print(x.id,",")}}; fmt.Println()}
 fmt.Println(p.noted, p.refusal(), p.asks)
 _,_=f.Formalize(context.Background(), compiler.Request{}, nil)
 }
}
