# Completion of resilint for PowerShell. It asks resilint itself, so that it never gets old.
Register-ArgumentCompleter -Native -CommandName resilint -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text })
    $program = $words[0]
    $before = @($words | Select-Object -Skip 1)
    & $program __complete @before "$wordToComplete." 2>$null | ForEach-Object {
        $text, $about = $_ -split "`t", 2
        switch ($text) {
            ':nospace' { }
            ':files' { }
            ':dirs' { }
            default {
                if (-not $about) { $about = $text }
                [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $about)
            }
        }
    }
}
